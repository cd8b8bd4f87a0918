"""The rating report that US Chess takes, in its format 2C: three dBase files.

``THEXPORT.DBF`` has the event, ``TSEXPORT.DBF`` a record for each section, ``TDEXPORT.DBF`` one for each
player of each section, with a cell for each round. :mod:`.crosstable` makes the cells of a wall chart,
:mod:`.time_control` reads the rating class, :mod:`.writing` writes the files from :mod:`.records`.
"""

from .records import Line, Report, ReportSection, Result
from .writing import FILES, write, zipped

__all__ = ["FILES", "Line", "Report", "ReportSection", "Result", "write", "zipped"]
