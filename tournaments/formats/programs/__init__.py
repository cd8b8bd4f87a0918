"""Files of other pairing programs: each a module, bytes to :class:`~..records.ProgramFile`.

:func:`.reading.read` tells from the bytes which it is.
"""
