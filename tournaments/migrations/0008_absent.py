from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0007_team_tables"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="absent",
            field=models.BooleanField(default=False, verbose_name="not at the ceremony"),
        ),
    ]
