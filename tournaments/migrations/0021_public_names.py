from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0020_finishing")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="listed",
            field=models.BooleanField(
                default=False, verbose_name="search engines may list this event's pages"
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="short_names",
            field=models.BooleanField(default=False, verbose_name="first name and initial on public pages"),
        ),
    ]
