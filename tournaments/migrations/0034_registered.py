from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0033_log_of_a_verb")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="registered",
            field=models.JSONField(blank=True, default=dict, editable=False),
        ),
    ]
