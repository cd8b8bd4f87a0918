from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0029_accounts_of_ones_own")]

    operations = [
        migrations.AddField(
            model_name="pairingdraft",
            name="reasons",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="pairingdraft",
            name="bye_reasons",
            field=models.JSONField(blank=True, null=True),
        ),
    ]
