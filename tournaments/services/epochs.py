"""New epochs: no phone and no cache then takes a version for the same one of another life of the database."""

from django.db.models import QuerySet

from tiebreaks.models import Published, Standings, new_epoch


def renew_epochs(standings: "QuerySet[Standings]") -> None:
    """Give each of these standings, with its document, a new epoch. Entries of the log keep theirs."""
    for pk in list(standings.values_list("pk", flat=True)):
        epoch = new_epoch()
        Standings.objects.filter(pk=pk).update(epoch=epoch)
        Published.objects.filter(pk=pk).update(epoch=epoch)
