from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0003_acts"),
    ]

    operations = [
        migrations.AddField(
            model_name="section",
            name="fund_alone",
            field=models.BooleanField(default=False, verbose_name="the fund of this section stands alone"),
        ),
        migrations.AddField(
            model_name="section",
            name="no_shows_too",
            field=models.BooleanField(default=False, verbose_name="entries that played no game can win"),
        ),
    ]
