"""Clean the lines that earlier releases stored with characters that show nothing."""

from django.db import migrations

from tiebreaks.lines import clean_line, clean_texts

LINES = {
    ("tournaments", "Event"): ("name", "city"),
    ("tournaments", "Section"): ("name", "prizes"),
    ("tournaments", "TeamTable"): ("name",),
    ("tournaments", "Player"): ("name", "team", "grade", "state"),
    ("tournaments", "TeamMember"): ("name",),
    ("tournaments", "LogEntry"): ("reason", "values", "rows"),
    ("tiebreaks", "PostedOrder"): ("posted_by", "reason"),
    ("tiebreaks", "Decision"): ("order", "note", "recorded_by"),
    ("tiebreaks", "FrozenAwards"): ("frozen_by",),
}


def clean(apps, schema_editor):
    using = schema_editor.connection.alias
    changed = _clean_schools(apps.get_model("tournaments", "School").objects.using(using))
    for table, columns in LINES.items():
        rows = apps.get_model(*table).objects.using(using)
        for row in rows.values("pk", *columns).iterator():
            cleaned = {name: clean_texts(row[name]) for name in columns}
            if "name" in columns:
                cleaned["name"] = cleaned["name"] or "–"
            if any(cleaned[name] != row[name] for name in columns):
                changed += rows.filter(pk=row["pk"]).update(**cleaned)
    if changed:
        # Older than any: the start recomputes them, and gives a new version to those that differ.
        apps.get_model("tiebreaks", "Published").objects.using(using).update(engine=0)


def _clean_schools(schools):
    """Schools whose names differed only so are merged: an event has one of each name."""
    kept, doubles, changed = {}, [], []
    for school in schools.order_by("pk"):
        before = school.name, school.code, school.spellings
        school.name, school.code = clean_line(school.name) or "–", clean_line(school.code)
        school.spellings = clean_texts(school.spellings)
        first = kept.setdefault((school.event_id, school.name), school)
        if first is not school:
            first.spellings = [*first.spellings, *filter(None, [school.code]), *school.spellings]
            doubles.append(school.pk)
        if first is not school or (school.name, school.code, school.spellings) != before:
            changed.append(first)
    # First of all: the name may be taken until the other is gone.
    schools.filter(pk__in=doubles).delete()
    for school in changed:
        school.save()
    return len(changed)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0006_restored_log"),
        ("tiebreaks", "0002_keys_of_frozen_awards"),
    ]

    operations = [migrations.RunPython(clean, migrations.RunPython.noop)]
