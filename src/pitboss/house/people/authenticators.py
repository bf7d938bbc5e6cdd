"""What an authenticator is asked, and what its answer proves (W3C WebAuthn). Loaded with the first passkey: the library behind it
takes as long to load as a tenth of the house."""

from collections.abc import Mapping
from typing import Any

import webauthn
from webauthn.authentication.verify_authentication_response import VerifiedAuthentication
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, options_to_json_dict, parse_client_data_json
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)
from webauthn.registration.verify_registration_response import VerifiedRegistration

HOUSE_NAME = "pitboss"
Response = Mapping[str, Any]  # what navigator.credentials returned, as toJSON() writes it


def to_register(
    site: str, handle: bytes, credential: str, name: str, challenge: bytes, seconds: float, known: list[str]
) -> dict[str, Any]:
    """What ``navigator.credentials.create`` is to be called with."""
    options = webauthn.generate_registration_options(
        rp_id=site,
        rp_name=HOUSE_NAME,
        user_id=handle,
        user_name=credential,
        user_display_name=name,
        challenge=challenge,
        timeout=round(seconds * 1000),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(id)) for id in known],
    )
    return options_to_json_dict(options)


def registered(response: Response, challenge: bytes, site: str, origins: list[str]) -> VerifiedRegistration:
    """The passkey that an authenticator made. It raises whatever a stranger's bytes break."""
    return webauthn.verify_registration_response(
        credential=dict(response), expected_challenge=challenge, expected_rp_id=site, expected_origin=origins
    )


def to_sign_in(site: str, challenge: bytes, seconds: float) -> dict[str, Any]:
    """What ``navigator.credentials.get`` is to be called with."""
    options = webauthn.generate_authentication_options(
        rp_id=site,
        challenge=challenge,
        timeout=round(seconds * 1000),
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    return options_to_json_dict(options)


def signed(
    response: Response, challenge: bytes, site: str, origins: list[str], public_key: bytes, count: int
) -> VerifiedAuthentication:
    """What a passkey signed. It raises whatever a stranger's bytes break, and where the count did not grow."""
    return webauthn.verify_authentication_response(
        credential=dict(response),
        expected_challenge=challenge,
        expected_rp_id=site,
        expected_origin=origins,
        credential_public_key=public_key,
        credential_current_sign_count=count,
    )


def handle_in(response: Response) -> bytes | None:
    """As whom the authenticator knows the person, where it says so."""
    handle = response["response"].get("userHandle")
    return None if handle is None else base64url_to_bytes(handle)


def challenge_in(response: Response) -> bytes:
    """The challenge that was answered."""
    return parse_client_data_json(base64url_to_bytes(response["response"]["clientDataJSON"])).challenge


def id_of(passkey: VerifiedRegistration) -> str:
    return bytes_to_base64url(passkey.credential_id)
