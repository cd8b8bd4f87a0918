from django.db import migrations, models

import tournaments.models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0003_columns'),
    ]

    operations = [
        # Every section so far was read by the 7th edition, whichever is the current one when this runs.
        migrations.AddField(
            model_name='section',
            name='edition',
            field=models.CharField(default='us-chess-7', max_length=24, verbose_name='rulebook'),
        ),
        migrations.AlterField(
            model_name='section',
            name='edition',
            field=models.CharField(default=tournaments.models.current_edition, max_length=24, verbose_name='rulebook'),
        ),
    ]
