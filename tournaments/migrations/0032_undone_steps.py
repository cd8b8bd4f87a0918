from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0031_assigned_ratings")]

    operations = [
        migrations.AddField(
            model_name="pairingdraft",
            name="undone",
            field=models.JSONField(blank=True, null=True),
        ),
    ]
