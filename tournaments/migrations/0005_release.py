from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0004_prize_terms'),
    ]

    operations = [
        migrations.CreateModel(
            name='Release',
            fields=[
                ('number', models.PositiveSmallIntegerField(primary_key=True, serialize=False)),
                ('since', models.DateTimeField(auto_now_add=True)),
            ],
        ),
    ]
