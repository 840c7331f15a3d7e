/**
 * The models of the built-in pages about second factors.
 *
 * @module
 */

import type { PageError } from "./page_form.ts";
import type { PasskeyModel } from "./passkey_models.ts";

/** A form that posts to this library. */
interface FactorForm {
  /** The URL to post to. */
  readonly action: string;
  /** The value of the field `csrfToken`. */
  readonly csrfToken: string;
  /** The value of the field `callbackUrl`; null omits it. */
  readonly callbackUrl: string | null;
}

/** A passkey that may take the place of a code. */
export interface FactorPasskey {
  /** Id of the provider. */
  readonly provider: string;
  readonly model: PasskeyModel;
  /** Where to go afterwards. */
  readonly target: string;
  /** Whether the session is to be remembered: the page does not ask again. */
  readonly remember: boolean;
}

/** The data of the page that asks for a second factor. */
export interface SecondFactorModel extends FactorForm {
  /** Identifies the model. */
  readonly name: "secondFactor";
  /** The id of the sign-in; null: the user is signed in. */
  readonly state: string | null;
  /** What it asks for: a code of an app, a recovery code, or only a passkey. */
  readonly asks: "app" | "recovery" | "passkey";
  /** The URL of this page for the other kind of code. */
  readonly otherUrl: string;
  /** Whether the browser can be remembered. */
  readonly canRemember: boolean;
  /** Null: the user has none. */
  readonly passkey: FactorPasskey | null;
  /** The error of the code that was typed before. */
  readonly error: PageError | null;
  /** The URL of the sign-in page. */
  readonly signInUrl: string;
}

/** The data of the page that sets an authenticator app up. */
export interface EnrolFactorModel extends FactorForm {
  /** Identifies the model. */
  readonly name: "enrolFactor";
  /** The id of the sign-in that needs it; null: the user is signed in. */
  readonly state: string | null;
  /** The value of the field `enrolment`. */
  readonly enrolment: string;
  /** The secret, in groups. */
  readonly secret: string;
  /** The `otpauth:` URI. */
  readonly uri: string;
  /** The URI as the path of an SVG image. */
  readonly qr: { readonly size: number; readonly path: string };
  /** The error of the code that was typed before. */
  readonly error: PageError | null;
  /** The URL that leads back. */
  readonly cancelUrl: string;
}

/** The data of the page that shows new recovery codes, once. */
export interface RecoveryCodesModel {
  /** Identifies the model. */
  readonly name: "recoveryCodes";
  readonly codes: readonly string[];
  /** The URL at which the user continues. */
  readonly continueUrl: string;
}

/** The data of the user's page with their second factors. */
export interface FactorsModel extends FactorForm {
  /** Identifies the model. */
  readonly name: "factors";
  readonly apps: readonly {
    readonly id: string;
    readonly name: string | null;
    /** Milliseconds since the epoch. */
    readonly created: number;
  }[];
  /** The number of recovery codes that are left. */
  readonly codesLeft: number;
  readonly browsers: readonly {
    readonly id: string;
    readonly userAgent: string | null;
    /** Milliseconds since the epoch. */
    readonly lastSeen: number;
    /** Whether it is the browser that shows the page. */
    readonly isThis: boolean;
  }[];
  /** The URL of the page that adds an app; null: there are enough. */
  readonly addUrl: string | null;
  /** Whether the last app can be removed. */
  readonly canRemoveLast: boolean;
  /** The error of the change before. */
  readonly error: PageError | null;
  /** The URL of the application's home page. */
  readonly home: string;
}

/** The data of a page about second factors. */
export type FactorPage =
  | SecondFactorModel
  | EnrolFactorModel
  | RecoveryCodesModel
  | FactorsModel;
