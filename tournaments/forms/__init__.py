"""What a director types, before a service sees it. A form with errors keeps what was typed."""

from .desk import ExtraGameForm, RulingForm
from .orders import TEAMS, Menu, OrderDraft, ReasonForm, menu_of
from .players import LatePlayerForm, PlayerForm, ReentryForm, WithdrawForm
from .prizes import PrizesForm, TermsForm
from .sections import EventForm, NewSectionForm, SectionForm
from .sign_in import SignInForm
from .teams import MembersForm, SchoolForm, TeamTableForm
from .texts import RosterForm, TextForm

__all__ = [
    "TEAMS",
    "EventForm",
    "ExtraGameForm",
    "LatePlayerForm",
    "MembersForm",
    "Menu",
    "NewSectionForm",
    "OrderDraft",
    "PlayerForm",
    "PrizesForm",
    "ReasonForm",
    "ReentryForm",
    "RosterForm",
    "RulingForm",
    "SchoolForm",
    "SectionForm",
    "SignInForm",
    "TeamTableForm",
    "TermsForm",
    "TextForm",
    "WithdrawForm",
    "menu_of",
]
