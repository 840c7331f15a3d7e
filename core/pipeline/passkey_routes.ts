/**
 * The passkey routes, loaded when a passkey is first used.
 *
 * @module
 */

export { passkeyPage } from "../actions/passkey/passkey_page.ts";
export { unlinkPasskey } from "../actions/passkey/unlink_passkey.ts";
export { webAuthnCallback } from "../actions/passkey/webauthn_callback.ts";
export { webAuthnOptions } from "../actions/passkey/webauthn_options.ts";
export { webAuthnScript } from "../actions/passkey/webauthn_script.ts";
