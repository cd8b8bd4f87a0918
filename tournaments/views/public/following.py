"""The public pages of one player, of those whom a phone follows, and of a school; the names to search."""

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from tiebreaks.engine.ranking.membership import name_key

from ... import fragments, packing, pictures, zones
from ...selectors.public import players, search, teams
from ...selectors.public import visible as selectors
from ...selectors.public.visible import PublicEvent, PublicSection
from ...text import players as words
from ...text import wording
from .pages import Context, Finder, live_views, page, versioned
from .robots import unlisted

SECTION = Finder("section", selectors.section)
Found = tuple[PublicEvent, list[PublicSection]]


def _player(section: PublicSection, number: int, picture: str = "") -> Context:
    found = players.player_page(section.document, number, section.changed, section.corrected)
    if found is None:
        raise Http404
    return {"player": found, "picture": picture}


@versioned(selectors.section)
def player(request: HttpRequest, section: PublicSection, number: int) -> HttpResponse:
    """The one permanent page of a player. Messengers read no picture without the whole of its address. A link
    that was sent while entries could still be numbered anew has the name, which leads to the number."""
    event = section.event.slug
    name = request.GET.get("name")
    if name and (now := players.renumbered(section.document, number, name)):
        return redirect("player", event, section.slug, now)
    picture = request.build_absolute_uri(reverse("player-picture", args=[event, section.slug, number]))
    return page(request, section, "public/player.html", _player, number, picture)


@versioned(selectors.section)
def picture(request: HttpRequest, section: PublicSection, number: int) -> HttpResponse:
    """What a link to a player shows where it is sent: name, place and score as a picture, with their date."""

    def drawn() -> bytes:
        shown = _player(section, number)["player"]
        where = words.where(section.name, section.event.name)
        with zones.told_in(section.event.time_zone):
            day = wording.calendar_date(timezone.localtime(section.state.final_at or section.as_of))
        when = words.dated(shown.reached, day)
        return packing.packed(pictures.of_text(shown.line.card.name, shown.stands, when, where))

    piece = fragments.rendered(drawn, "player-picture", section.standings, section.stamp, number)
    answer = fragments.answer(request, piece)
    answer.headers["Content-Type"] = "image/png"
    return unlisted(answer)


_, player_live = live_views(SECTION, "public/player.html", _player)


@versioned(selectors.section)
def card(request: HttpRequest, section: PublicSection, number: int, member: str = "") -> HttpResponse:
    """The line of a player, or of a child who plays for a team, that phones keep in sight. All who follow the
    player ask the same address, and are told by its ETag that nothing changed."""

    def line(section: PublicSection, number: int, member: str) -> Context:
        document, changed = section.document, section.changed
        if member:
            found = players.followed_in_team(document, number, member, changed)
        else:
            found = players.followed(document, number, changed)
        if found is None:
            raise Http404
        return {"line": found}

    return unlisted(page(request, section, "public/card.html", line, number, member))


@versioned(selectors.section)
def member(request: HttpRequest, section: PublicSection, number: int, member: str) -> HttpResponse:
    """By this address a phone follows a child who plays for a team; the page is the team's."""
    return redirect("player", section.event.slug, section.slug, number)


@versioned(lambda: "following")
def following(request: HttpRequest, found: str) -> HttpResponse:
    """All whom this phone follows: the page is the same for everybody, and the phone fills it."""
    return fragments.answer(
        request, fragments.rendered(lambda: render_to_string("public/following.html"), found)
    )


@versioned(lambda: "away")
def away(request: HttpRequest, found: str) -> HttpResponse:
    """What a phone shows without a connection in the place of a page that it has not kept."""
    return fragments.answer(request, fragments.rendered(lambda: render_to_string("public/away.html"), found))


@versioned(selectors.event)
def school(request: HttpRequest, found: Found, school: str) -> HttpResponse:
    """All players of a school, in whichever sections they play, and its teams."""
    event, sections = found

    def whole() -> str:
        selectors.describe(sections)
        shown = players.school(sections, school)
        if shown is None:
            raise Http404
        drawn = dict.fromkeys(slug for section, _line in shown.players for slug, _name in section.tables)
        tables = (teams.of_school(selectors.table(event.slug, slug), school) for slug in drawn)
        with zones.told_in(event.time_zone):
            about = {"event": event, "school": shown, "teams": list(filter(None, tables))}
            return render_to_string("public/school.html", about)

    return fragments.answer(request, fragments.rendered(whole, "school", found, school))


@versioned(selectors.event)
def everybody(request: HttpRequest, found: Found) -> HttpResponse:
    """Names, schools and sections, for the search of a phone. It is asked when somebody begins to look."""

    def whole() -> str:
        sections = found[1]
        selectors.describe(sections)
        at = {section.standings: number for number, section in enumerate(sections)}
        everyone = list(search.known(sections))
        entries = [each for each in everyone if not each.is_member]
        members = [each for each in everyone if each.is_member]
        schools = list(dict.fromkeys([(each.of, name_key(each.of)) for each in entries if each.of]))
        of_school = {name: number for number, (name, _key) in enumerate(schools)}

        def named(each: search.Found) -> list[object]:
            return [at[each.section.standings], each.number, each.name]

        return json.dumps(
            {
                "sections": [[each.slug, each.name] for each in sections],
                "schools": schools,
                "players": [
                    [*named(each), of_school.get(each.of), wording.plain(each.seat)] for each in entries
                ],
                "members": [[*named(each), each.of, wording.plain(each.seat)] for each in members],
            },
            ensure_ascii=False,
            separators=(",", ":"),
        )

    answer = fragments.answer(request, fragments.rendered(whole, "everybody", found))
    answer.headers["Content-Type"] = "application/json"
    return unlisted(answer)
