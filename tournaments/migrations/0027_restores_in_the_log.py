from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0026_prizes_by_choice")]

    operations = [
        migrations.AlterField(
            model_name="logentry",
            name="verb",
            field=models.CharField(
                choices=[
                    ("result", "result"),
                    ("ruling", "ruling"),
                    ("line-up", "lineup"),
                    ("pair", "pairing"),
                    ("bye", "bye"),
                    ("remove", "removal"),
                    ("swap", "colors"),
                    ("publish", "publication"),
                    ("withdraw", "withdrawal"),
                    ("check-in", "check-in"),
                    ("late", "late entry"),
                    ("reentry", "re-entry"),
                    ("roster", "roster"),
                    ("import", "import"),
                    ("extra", "extra rated game"),
                    ("tie", "tie"),
                    ("order", "tiebreak order"),
                    ("columns", "columns"),
                    ("prizes", "prizes"),
                    ("freeze", "awards"),
                    ("finish", "final sheet"),
                    ("setup", "setup"),
                    ("visibility", "visibility"),
                    ("teams", "team table"),
                    ("schools", "schools"),
                    ("undo", "undo"),
                    ("rebuild", "recomputed"),
                    ("restore", "restore"),
                ],
                max_length=24,
            ),
        ),
    ]
