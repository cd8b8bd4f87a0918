"""The application that gunicorn and `manage.py serve` put on the network."""

import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
_django = get_wsgi_application()

from config.admission import Admission  # noqa: E402 (what follows needs the settings)
from tournaments.services import replaced_file  # noqa: E402

replaced_file.watch()

application = Admission(_django)

# A recompute makes tens of thousands of short-lived tuples, and each full collection they cause would walk
# all that start-up made, which never goes away. Nearly none of it is part of a cycle: looking less often
# finds the same. Measured: an entry at 1,000×9 takes an eighth less, one with forty prizes another tenth.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 10, 10)
