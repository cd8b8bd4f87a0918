"""The yardsticks: the least a Django view can do that writes one row, and one that reads one indexed row."""

from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt

from tournaments.models import Section


@csrf_exempt
def bare_write(request: HttpRequest) -> HttpResponse:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("INSERT INTO bench_row (n) VALUES (%s)", [1])
    return HttpResponse("written")


def bare_poll(request: HttpRequest, pk: int) -> HttpResponse:
    Section.objects.values_list("rounds").get(pk=pk)
    return HttpResponse(status=204)


def stamp(request: HttpRequest, pk: int) -> HttpResponse:
    """What a phone that has seen everything would ask with."""
    return HttpResponse(Section.objects.get(pk=pk).stamp)


bare_write.policy = "bench: a yardstick"  # type: ignore[attr-defined]
bare_poll.policy = "bench: a yardstick"  # type: ignore[attr-defined]
stamp.policy = "bench: a yardstick"  # type: ignore[attr-defined]

urlpatterns = [
    path("bare/write/", bare_write),
    path("bare/poll/<int:pk>/", bare_poll),
    path("bench/stamp/<int:pk>/", stamp),
    path("", include("config.urls")),
]
