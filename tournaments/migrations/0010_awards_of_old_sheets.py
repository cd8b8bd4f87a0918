import json

from django.db import migrations


def ordinal(number):
    ending = {1: "st", 2: "nd", 3: "rd"}.get(0 if number % 100 in (11, 12, 13) else number % 10, "th")
    return f"{number}{ending}"


def say_awards_anew(apps, schema_editor):
    """A sheet that was written when there were trophies for places alone keeps who takes them."""
    Sheet = apps.get_model("tiebreaks", "Sheet")
    for sheet in Sheet.objects.filter(body__contains='"trophies":').iterator():
        body = json.loads(sheet.body)
        announced = body.get("trophies")
        if not isinstance(announced, int):
            continue
        old = body.pop("awards")
        del body["trophies"]
        if announced:
            body["prizes"] = [f"{ordinal(place)} place trophy" for place in range(1, announced + 1)]
            body["terms"] = {}
            trophies = trophies_of(old, announced, body["standings"])
            body["awards"] = {"cash": [], "teams": [], "trophies": trophies, "unpaid": []}
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        Sheet.objects.filter(pk=sheet.pk).update(body=text)


def trophies_of(old, announced, standings):
    rank = {row[0]: row[4] for row in standings}
    trophies = []
    for place, winners, contested in old:
        below = [] if contested else [number for number in rank if rank[number] > rank[winners[0]]]
        trophies.append(
            {
                "prize": place,
                "winners": winners,
                "contested": [other for other, same, _count in old if same == winners] if contested else [],
                "why": ["TIED" if contested else "BEST"],
                "passed": [],
                "behind": [number for number in below if rank[number] == rank[below[0]]],
            }
        )
    return trophies + [
        {"prize": place, "winners": [], "contested": [], "why": ["TOO_FEW"], "passed": [], "behind": []}
        for place in range(len(old) + 1, announced + 1)
    ]


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0009_final_awards"),
        ("tiebreaks", "0002_team_tables"),
    ]

    operations = [migrations.RunPython(say_awards_anew, migrations.RunPython.noop)]
