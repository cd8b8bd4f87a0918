"""Template filters: times, scores, orders and places in the one form that every page has."""

from django.template import Library

from tiebreaks.engine import points
from tiebreaks.engine.prizes.prize import dollars

from .. import copied
from . import commands, fees, letters, not_ranked, postings, prizes, wording
from .results import show_result

register = Library()
register.simple_tag(commands.command, name="command")
register.simple_tag(copied.is_copy)
register.filter("clock", wording.clock)
register.filter("calendar_date", wording.calendar_date)
register.filter("dollars", dollars)
register.filter("paid", fees.paid)
register.filter("day_and_clock", wording.day_and_clock)
register.filter("date_and_clock", wording.date_and_clock)
register.filter("until", wording.until)
register.filter("quoted", wording.quoted)
register.filter("with_hyphens_kept", wording.with_hyphens_kept)
register.filter("parted", wording.parted)
register.filter("room", wording.room)
register.filter("size", letters.size)
register.filter("points", points.show)
register.filter("result", show_result)
register.filter("score", wording.score)
register.filter("on_one_line", wording.on_one_line)
register.filter("title_read", prizes.title_read)
register.filter("after_round", wording.after_round)
register.filter("grade", wording.grade)
register.filter("rank", wording.rank)
register.filter("too_small", not_ranked.too_small)
register.filter("order", wording.order)
register.filter("columns", wording.columns)
register.filter("step_name", wording.step)
register.filter("message", wording.message)
register.filter("edition", wording.edition)
register.filter("short_edition", wording.short_edition)
register.filter("since_when", postings.in_short)
