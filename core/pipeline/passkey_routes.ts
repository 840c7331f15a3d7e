/**
 * The routes of passkeys, loaded when somebody first uses one.
 *
 * @module
 */

export { unlinkPasskey } from "../actions/passkey/unlink_passkey.ts";
export { webAuthnCallback } from "../actions/passkey/webauthn_callback.ts";
export { webAuthnOptions } from "../actions/passkey/webauthn_options.ts";
export { webAuthnScript } from "../actions/passkey/webauthn_script.ts";
