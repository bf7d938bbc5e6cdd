"""The people of a house and how they sign in.

``register`` is their record; ``people`` is what they can do about signing in: by ``passwords`` or ``passkeys``, each try
counted in ``attempts``, into one of the ``sessions``; ``invitations`` are how they get their first password or passkey.
"""
