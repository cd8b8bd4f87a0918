from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tiebreaks', '0004_final_sheets'),
        ('tournaments', '0023_check_ins_in_the_log'),
    ]

    operations = [
        migrations.AddField(
            model_name='event',
            name='registration',
            field=models.JSONField(blank=True, default=dict, editable=False),
        ),
        migrations.AddField(
            model_name='player',
            name='provisional',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='games of a provisional rating'),
        ),
        migrations.AddField(
            model_name='section',
            name='highest_grade',
            field=models.SmallIntegerField(blank=True, null=True, verbose_name='highest grade'),
        ),
        migrations.AddField(
            model_name='section',
            name='highest_rating',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='highest rating'),
        ),
        migrations.AddField(
            model_name='section',
            name='lowest_grade',
            field=models.SmallIntegerField(blank=True, null=True, verbose_name='lowest grade'),
        ),
        migrations.AddField(
            model_name='section',
            name='lowest_rating',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='lowest rating'),
        ),
        migrations.AddConstraint(
            model_name='section',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('lowest_grade__isnull', True), ('lowest_grade__range', (-1, 12)), _connector='OR'), models.Q(('highest_grade__isnull', True), ('highest_grade__range', (-1, 12)), _connector='OR')), name='grades_of_a_section_are_sane'),
        ),
    ]
