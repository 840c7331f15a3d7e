/**
 * What the models of pages say about passkeys.
 *
 * @module
 */

import type { WebAuthnField } from "../../providers/webauthn_provider.ts";

/** The data that a page needs to offer passkeys. */
export interface PasskeyModel {
  /** URL of the script. */
  readonly script: string;
  /** The forms by provider id. */
  readonly forms: Readonly<Record<string, PasskeyForm>>;
}

/** The form of one provider of passkeys. */
export interface PasskeyForm {
  /** The fields that a sign-up needs. */
  readonly fields: Readonly<Record<string, WebAuthnField>>;
  /** Whether the browser offers passkeys while the form is being filled in. */
  readonly autofill: boolean;
  /** Whether a user without a passkey can create one here. */
  readonly signsUp: boolean;
}
