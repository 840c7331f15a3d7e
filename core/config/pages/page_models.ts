/**
 * The models of the built-in pages, from which pages of the application are
 * rendered, too.
 *
 * @module
 */

import type { CredentialInput } from "../../providers/credentials_provider.ts";
import type { AppProvider } from "../../providers/provider.ts";
import type { AccountPageModel } from "./account_models.ts";
import type { FactorPage } from "./factor_models.ts";
import type { NotSentModel, ResumeModel } from "./form_models.ts";
import type { NewPasswordModel, PasswordAskModel } from "./password_models.ts";
import type { PageError, PageForm, PageUser } from "./page_form.ts";
import type { MailAgain, MailFacts, NewMail } from "../providers/mail_facts.ts";
import type { PasskeyForm, PasskeyModel } from "./passkey_models.ts";

export type { PageError, PageForm, PageUser, PasskeyForm, PasskeyModel };

/** A provider as the sign-in page shows it. */
export interface PageProvider extends AppProvider {
  /** The fields of a credentials form. */
  readonly fields?:
    | readonly (readonly [name: string, input: CredentialInput])[]
    | undefined;
  /** The field of that form that names the account, and keeps what was typed. */
  readonly accountField?: string | null | undefined;
  /** The style of its button, with a validated colour and URL. */
  readonly style?: ButtonStyle | undefined;
  /**
   * Whether there are several providers of its type, so that the button needs
   * the name. Default false.
   */
  readonly isOneOfSeveral?: boolean | undefined;
  /** The URL of the page that signs up, if the adapter stores the passwords and anybody can. */
  readonly signUpUrl?: string | null | undefined;
  /** The URL of the page for a forgotten password, if the adapter stores it. */
  readonly resetUrl?: string | null | undefined;
}

/** The style of a provider's button. */
export interface ButtonStyle {
  /** A CSS colour. */
  readonly brandColor?: string | undefined;
  /** A path, or an https URL. */
  readonly logo?: string | undefined;
}

/** Other ways to sign in after too many attempts with one. */
export interface OtherWays {
  /** Whether to suggest a known browser, which has attempts of its own. */
  readonly browser: boolean;
  /** All other providers: mail first, then passkeys. */
  readonly providers: readonly PageProvider[];
  /** The value of the field `csrfToken` of every form. */
  readonly csrfToken: string;
  /** The value of the field `callbackUrl` of every form; null omits it. */
  readonly callbackUrl: string | null;
}

/** The form that submits the token of a mail. */
interface MailForm extends PageForm {
  readonly token: string;
  readonly email: string;
}

/** The data of the sign-in page. */
export interface SignInModel {
  /** Identifies the model. */
  readonly name: "signIn";
  /** The URL of this page with the same target, and without an error. */
  readonly signInUrl: string;
  /** The ways to sign in, in their configured order. */
  readonly providers: readonly PageProvider[];
  /** The passkeys to offer; null if there are none. Without it, their buttons lead to the page that has it. */
  readonly passkeys?: PasskeyModel | null | undefined;
  /** The value of the field `csrfToken` of every form. */
  readonly csrfToken: string;
  /** The value of the field `callbackUrl` of every form; null omits it. */
  readonly callbackUrl: string | null;
  /** The error of the attempt before. */
  readonly error: PageError | null;
  /** Id of the provider whose form the error is about, if that is known. */
  readonly failed: string | null;
  /** The initial value of the e-mail field. */
  readonly email: string | null;
  /** The initial values of the other fields of the form that failed, by name: never a password or a code. */
  readonly typed?: Readonly<Record<string, string>> | null | undefined;
  /** Whether the box "Remember me" is ticked; null or absent: there is none. */
  readonly remember?: boolean | null | undefined;
  /** Id of the provider that this browser signed in with last. */
  readonly lastUsed?: string | null | undefined;
  /** Set if the link or the code of a mail no longer works. */
  readonly newMail?: NewMail | null | undefined;
  /** The user who has to prove their identity again, before something that needs it. */
  readonly confirm?: PageUser | null | undefined;
}

/** The data of the sign-in page for a visitor who is signed in. */
export interface SignedInModel {
  /** Identifies the model. */
  readonly name: "signedIn";
  /** The user who is signed in. */
  readonly user: PageUser;
  /** The URL of the application's home page. */
  readonly home: string;
  /** The URL at which the visitor continues. */
  readonly continueUrl: string;
  /** The URL of the sign-in page itself. */
  readonly anotherUrl: string;
  /** The URL of the sign-out page. */
  readonly signOutUrl: string;
}

/** The data of the sign-out page. */
export interface SignOutModel extends PageForm {
  /** Identifies the model. */
  readonly name: "signOut";
  /** The error of the attempt before. */
  readonly error: PageError | null;
  /** The user who is signed in. */
  readonly user?: PageUser | null | undefined;
}

/** The data of the sign-out page for a visitor who is signed out. */
export interface SignedOutModel {
  /** Identifies the model. */
  readonly name: "signedOut";
  /** The URL at which the site continues. */
  readonly home: string;
  /** The URL of the sign-in page. */
  readonly signInUrl: string;
}

/** The data of the page after a mail was requested. */
export interface VerifyRequestModel {
  /** Identifies the model. */
  readonly name: "verifyRequest";
  /** The error of the code that was typed before. */
  readonly error: PageError | null;
  /** The URL of the sign-in page. */
  readonly signInUrl: string;
  /** For the browser that requested the mail: the form for its code. */
  readonly asked:
    | {
      /** The address that the mail went to. */
      readonly email: string;
      /** The URL to post to. */
      readonly action: string;
      /** The value of the field `csrfToken`. */
      readonly csrfToken: string;
      /** The id of the attempt. */
      readonly state: string;
      /** Whether the code verifies an address, rather than signing in. */
      readonly verifies: boolean;
      /** Whether a password is chosen next. Default false. */
      readonly isForPassword?: boolean | undefined;
      /** The form that sends the mail again. */
      readonly resend: MailAgain;
    } & MailFacts
    | null;
}

/** The data of the error page. */
export interface ErrorModel {
  /** Identifies the model. */
  readonly name: "error";
  /** The error. */
  readonly error: PageError;
  /** Error reference. */
  readonly ref: string | null;
  /** The URL of the sign-in page, unless signing in would not help. */
  readonly signInUrl: string | null;
  /** The sign-in page for another account, if the current user could not prove their identity again. */
  readonly anotherUrl?: string | null | undefined;
  /** The sign-out page, likewise. */
  readonly signOutUrl?: string | null | undefined;
  /** The URL at which the site continues; null if unknown. */
  readonly home?: string | null | undefined;
  /** Other ways to sign in after too many attempts. */
  readonly ways?: OtherWays | null | undefined;
}

/** The data of a built-in page. Pages have no other input. */
export type PageModel =
  | SignInModel
  | SignedInModel
  | SignOutModel
  | SignedOutModel
  | VerifyRequestModel
  | ErrorModel
  | MailForm & {
    readonly name: "mailLink";
    readonly home: string;
    /** Whether the box "Remember me" is ticked; null or absent: there is none. */
    readonly remember?: boolean | null | undefined;
  }
  | { readonly name: "mailCode"; readonly email: string; readonly code: string }
  | MailForm & {
    readonly name: "otherWays";
    /** The providers that the user can sign in with. */
    readonly providers: readonly PageProvider[];
    /** The id of the attempt. */
    readonly state: string;
  }
  | {
    readonly name: "passkey";
    readonly done: "added" | "removed";
    readonly home: string;
  }
  | { readonly name: "forbidden"; readonly home: string }
  | PasswordAskModel
  | AccountPageModel
  | NewPasswordModel
  | FactorPage
  | ResumeModel
  | NotSentModel
  | {
    readonly name: "leave";
    readonly url: string;
    readonly provider: string;
  };
