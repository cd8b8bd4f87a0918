from django.db import migrations, models


def announce_places(apps, schema_editor):
    """How many place trophies there were becomes the line that announces them."""
    Section = apps.get_model("tournaments", "Section")
    for section in Section.objects.filter(place_trophies__gt=0).only("pk", "place_trophies"):
        last = section.place_trophies
        ending = {1: "st", 2: "nd", 3: "rd"}.get(0 if last % 100 in (11, 12, 13) else last % 10, "th")
        line = "1st place trophy" if last == 1 else f"1st–{last}{ending} trophies"
        Section.objects.filter(pk=section.pk).update(prizes=line)


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0005_odd_events"),
    ]

    operations = [
        migrations.AddField(
            model_name="section",
            name="prizes",
            field=models.TextField(blank=True, default="", editable=False),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="section",
            name="fund_based_on",
            field=models.PositiveIntegerField(default=0, verbose_name="prize fund based on entries"),
        ),
        migrations.AddField(
            model_name="section",
            name="fund_entries",
            field=models.PositiveIntegerField(blank=True, null=True, verbose_name="entries that came"),
        ),
        migrations.AddField(
            model_name="section",
            name="unrated_limit",
            field=models.PositiveIntegerField(blank=True, null=True, verbose_name="limit of unrated players"),
        ),
        migrations.AddField(
            model_name="section",
            name="cash_playoff",
            field=models.BooleanField(default=False, verbose_name="a playoff decides cash too"),
        ),
        migrations.AddField(
            model_name="section",
            name="follow_money",
            field=models.BooleanField(default=False, verbose_name="trophies follow the money"),
        ),
        migrations.AddField(
            model_name="section",
            name="withdrawn_too",
            field=models.BooleanField(default=False, verbose_name="players who withdrew can win"),
        ),
        migrations.RunPython(announce_places, migrations.RunPython.noop),
        migrations.RemoveField(model_name="section", name="place_trophies"),
    ]
