from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0032_undone_steps")]

    operations = [
        migrations.AddIndex(
            model_name="logentry",
            index=models.Index(fields=["standings", "verb"], name="log_of_a_verb"),
        ),
    ]
