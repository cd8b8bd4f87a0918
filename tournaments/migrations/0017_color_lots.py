from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0016_pairing_reasons")]

    operations = [
        migrations.AddField(
            model_name="pairingdraft",
            name="lots",
            field=models.JSONField(blank=True, null=True),
        ),
    ]
