"""TLS between the machines of a house. Each process has a certificate of its own, which the house issued; it takes no other.

The issuer's key is derived from the key of the house, so that every machine with that key can issue for its own processes, and
nobody else can. A certificate names its process and is checked against that name. It is made when the process starts, its key
never leaves the memory of the process, and so it needs no end: the clocks of two machines may differ by any amount.
"""

import datetime
import ssl
import tempfile
from functools import cached_property
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

BEGINS, ENDS = datetime.datetime(1970, 1, 1), datetime.datetime(9999, 12, 31)
ISSUER = "pitboss house"
HANDSHAKE_SECONDS = 5.0


class ProcessIdentity:
    """Who a process of the house is to the others. ``issuer`` is the private key that only machines of the house can derive."""

    def __init__(self, issuer: bytes, name: str) -> None:
        self._issuer, self.name = Ed25519PrivateKey.from_private_bytes(issuer), name

    @cached_property
    def serving(self) -> ssl.SSLContext:
        context = self._context(ssl.PROTOCOL_TLS_SERVER)
        context.verify_mode = ssl.CERT_REQUIRED
        return context

    @cached_property
    def connecting(self) -> ssl.SSLContext:
        return self._context(ssl.PROTOCOL_TLS_CLIENT)

    def _context(self, side: int) -> ssl.SSLContext:
        context = ssl.SSLContext(side)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.load_verify_locations(cadata=self._house.public_bytes(Encoding.DER))
        key = Ed25519PrivateKey.generate()
        certificate = self._issued(key)
        with tempfile.TemporaryDirectory() as folder:  # the standard library takes them from files only
            chain = Path(folder, "chain")
            chain.touch(mode=0o600)
            chain.write_bytes(
                key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
                + certificate.public_bytes(Encoding.PEM)
            )
            context.load_cert_chain(chain)
        return context

    @cached_property
    def _house(self) -> x509.Certificate:
        """The certificate of the house itself."""
        of_house = x509.BasicConstraints(ca=True, path_length=0)
        return self._unsigned(self._issuer, ISSUER).add_extension(of_house, critical=True).sign(self._issuer, None)

    def _issued(self, key: Ed25519PrivateKey) -> x509.Certificate:
        uses = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH])
        made = self._unsigned(key, self.name).add_extension(uses, critical=True)
        made = made.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName(self.name)]), critical=False)
        return made.sign(self._issuer, None)

    def _unsigned(self, key: Ed25519PrivateKey, name: str) -> x509.CertificateBuilder:
        made = x509.CertificateBuilder().serial_number(x509.random_serial_number()).public_key(key.public_key())
        made = made.subject_name(_named(name)).issuer_name(_named(ISSUER))
        return made.not_valid_before(BEGINS).not_valid_after(ENDS)


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
