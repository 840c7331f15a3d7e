/**
 * The routes of passkeys, loaded when somebody first uses one.
 *
 * @module
 */

export { unlinkPasskey } from "./actions/unlink_passkey.ts";
export { webAuthnCallback } from "./actions/webauthn_callback.ts";
export { webAuthnOptions } from "./actions/webauthn_options.ts";
export { webAuthnScript } from "./actions/webauthn_script.ts";
