"""Passwords, hashed as a laptop can: OWASP's smallest memory for Argon2id, a fifth of Django's."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class LaptopArgon2(Argon2PasswordHasher):
    """A hash that was made with more memory is made anew when its director signs in."""

    memory_cost = 19 * 1024  # KiB
    time_cost = 2
    parallelism = 1
