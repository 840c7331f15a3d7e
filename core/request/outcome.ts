import type { CookieChange } from "../http/cookies.ts";
import type { AuthError } from "../errors/errors.ts";
import type { ResolvedCredentials } from "../providers/credentials_provider.ts";
import type { MailAgain, MailFacts, NewMail } from "./mail_facts.ts";
import type { PageLanguage } from "./page_words.ts";
import type { AppProvider } from "../providers/provider.ts";
import type { WebAuthnField } from "../providers/webauthn_provider.ts";

/** The data that a page needs to offer passkeys. */
export interface PasskeyModel {
  /** URL of the script. */
  readonly script: string;
  /** The forms by provider id. */
  readonly forms: Readonly<Record<string, PasskeyForm>>;
}

/** The form of one provider of passkeys. */
export interface PasskeyForm {
  readonly fields: Readonly<Record<string, WebAuthnField>>;
  /** Whether the browser offers passkeys while the form is being filled in. */
  readonly autofill: boolean;
  /** Whether a user without a passkey can create one here. */
  readonly signsUp: boolean;
}

/** A provider as the sign-in page shows it. */
export interface PageProvider extends AppProvider {
  /** The fields of a credentials form. */
  readonly fields?: ResolvedCredentials["fields"] | undefined;
  /** The style of its button, with a validated colour and URL. */
  readonly style?: ButtonStyle | undefined;
  /**
   * Whether there are several providers of its type, so that the button needs
   * the name. Default false.
   */
  readonly isOneOfSeveral?: boolean | undefined;
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
}

/** The data of a built-in page. Pages have no other input. */
export type PageModel = Page & {
  /** The language of the page and of its message. Default: English. */
  readonly language?: PageLanguage | undefined;
};

/** The signed-in user, as the session names them. */
export interface PageUser {
  readonly name: string | null;
  readonly email: string | null;
  readonly image: string | null;
}

/** The form that submits the token of a mail. */
interface MailForm {
  readonly action: string;
  readonly csrfToken: string;
  readonly callbackUrl: string;
  readonly token: string;
  readonly email: string;
}

type Page =
  | {
    readonly name: "signIn";
    readonly providers: readonly PageProvider[];
    /** The passkeys to offer; empty if there are none. */
    readonly passkeys?: PasskeyModel | null | undefined;
    readonly csrfToken: string;
    readonly callbackUrl: string | null;
    /** The error message for the visitor. */
    readonly message: string | null;
    /** Id of the provider whose form the message is about, if that is known. */
    readonly failed: string | null;
    /** The initial value of the e-mail field. */
    readonly email: string | null;
    /** Id of the provider that this browser signed in with last. */
    readonly lastUsed?: string | null | undefined;
    /** Set if a signed-in user has to prove their identity once more. */
    readonly confirm?: { readonly user: PageUser } | null | undefined;
    /** Set after a link or a code of a mail that cannot be used any more. */
    readonly newMail?: NewMail | null | undefined;
  }
  | {
    readonly name: "signedIn";
    readonly user: PageUser;
    readonly home: string;
    /** The URL at which the visitor continues. */
    readonly continueUrl: string;
    /** The sign-in page, for another account. */
    readonly anotherUrl: string;
    readonly signOutUrl: string;
  }
  | {
    readonly name: "passkey";
    readonly done: "added" | "removed";
    readonly home: string;
  }
  | {
    readonly name: "signOut";
    readonly action: string;
    readonly csrfToken: string;
    readonly callbackUrl: string | null;
    readonly message: string | null;
  }
  | {
    readonly name: "signedOut";
    /** The URL at which the site continues. */
    readonly home: string;
    readonly signInUrl: string;
  }
  | {
    readonly name: "verifyRequest";
    readonly home: string;
    readonly message: string | null;
    /** The code form, for the browser that requested the mail. */
    readonly asked:
      | {
        readonly email: string;
        readonly action: string;
        readonly csrfToken: string;
        /** The id of the attempt. */
        readonly state: string;
        /** Whether the code verifies an address, rather than signing in. */
        readonly verifies: boolean;
        /** The form that sends the mail again. */
        readonly resend?: MailAgain | undefined;
      } & Partial<MailFacts>
      | null;
  }
  | MailForm & {
    readonly name: "mailLink";
    /** Host of the site. */
    readonly site: string;
  }
  | {
    readonly name: "mailCode";
    readonly email: string;
    readonly code: string;
  }
  | MailForm & {
    readonly name: "otherWays";
    /** The providers that the user can sign in with. */
    readonly providers: readonly PageProvider[];
    /** The id of the attempt. */
    readonly state: string;
  }
  | {
    readonly name: "error";
    readonly message: string;
    /** The reference of the log line. */
    readonly ref: string | null;
    /** The URL of the sign-in page, unless signing in would not help. */
    readonly signInUrl: string | null;
    /**
     * The URL at which the site continues if signing in would not help; null if
     * unknown.
     */
    readonly home?: string | null | undefined;
    /** Other ways to sign in after too many attempts. */
    readonly ways?: OtherWays | null | undefined;
  }
  | {
    readonly name: "leave";
    readonly url: string;
    readonly provider: string;
  };

interface Decision {
  readonly cookies: readonly CookieChange[];
  /** The error that led to this outcome, if any. */
  readonly error?: AuthError | undefined;
  /** Error reference. */
  readonly ref?: string | undefined;
}

/** The decision of an action, in domain terms. Nothing has been sent yet. */
export type Outcome =
  | Decision & {
    readonly kind: "redirect";
    readonly url: string;
    /** The name of the provider, if the redirect leads to one. */
    readonly leaveFor?: string | undefined;
  }
  | Decision & {
    readonly kind: "json";
    readonly body: unknown;
    readonly status: number;
  }
  | Decision & {
    /**
     * A file that is the same for every client, and cacheable for a long time.
     */
    readonly kind: "file";
    readonly type: string;
    readonly text: string;
    /** Lifetime in seconds. */
    readonly maxAge: number;
    /** Whether its URL contains its version. */
    readonly isImmutable: boolean;
  }
  | Decision & {
    readonly kind: "page";
    readonly page: PageModel;
    readonly status: number;
  };

/** Returns a redirect. */
export function redirect(
  url: string,
  ...cookies: readonly CookieChange[]
): Outcome {
  return { kind: "redirect", url, cookies };
}

/** Returns a JSON answer. */
export function json(
  body: unknown,
  ...cookies: readonly CookieChange[]
): Outcome {
  return { kind: "json", body, status: 200, cookies };
}

/** Returns a built-in page. */
export function page(
  model: PageModel,
  ...cookies: readonly CookieChange[]
): Outcome {
  return { kind: "page", page: model, status: 200, cookies };
}
