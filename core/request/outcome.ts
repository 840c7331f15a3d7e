import type { CookieChange } from "../http/cookies.ts";
import type { AuthError } from "../errors/errors.ts";
import type { ResolvedCredentials } from "../providers/credentials_provider.ts";
import type { PageLanguage } from "./page_words.ts";
import type { AppProvider } from "../providers/provider.ts";
import type { WebAuthnField } from "../providers/webauthn_provider.ts";

/** What a page needs to offer passkeys. */
export interface PasskeyModel {
  /** URL of the script. */
  readonly script: string;
  /** By provider id. */
  readonly forms: Readonly<Record<string, PasskeyForm>>;
}

/** The form of one provider of passkeys. */
export interface PasskeyForm {
  readonly fields: Readonly<Record<string, WebAuthnField>>;
  /** Whether passkeys are offered while somebody fills it in. */
  readonly autofill: boolean;
  /** Whether who has no passkey can make one here. */
  readonly signsUp: boolean;
}

/** A provider as the sign-in page shows it. */
export interface PageProvider extends AppProvider {
  /** What a credentials form asks for. */
  readonly fields?: ResolvedCredentials["fields"] | undefined;
  /** How its button looks; its colour and its URL have been found to be such. */
  readonly style?: ButtonStyle | undefined;
  /** Whether the name tells it apart from another one of its type. Default false. */
  readonly isOneOfSeveral?: boolean | undefined;
}

/** How the button of a provider looks. */
export interface ButtonStyle {
  /** A CSS colour. */
  readonly brandColor?: string | undefined;
  /** A path, or an https URL. */
  readonly logo?: string | undefined;
}

/** Ways to sign in beside one at which there were too many attempts. */
export interface OtherWays {
  /** A browser that is known has attempts of its own. */
  readonly browser: boolean;
  /** All other providers: mail first, then passkeys. */
  readonly providers: readonly PageProvider[];
}

/** What a built-in page shows. Pages know nothing else. */
export type PageModel = Page & {
  /** What it is written in, its message included. Default: English. */
  readonly language?: PageLanguage | undefined;
};

/** The form that sends the token of a mail back. */
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
    /** How to sign in with passkeys; nothing where that is not offered. */
    readonly passkeys?: PasskeyModel | null | undefined;
    readonly csrfToken: string;
    readonly callbackUrl: string | null;
    /** What went wrong before, for the visitor. */
    readonly message: string | null;
    /** The provider whose form the message is about, where that is certain. */
    readonly failed: string | null;
    /** An address to begin with. */
    readonly email: string | null;
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
    /** Where the site goes on. */
    readonly home: string;
    readonly signInUrl: string;
  }
  | {
    readonly name: "verifyRequest";
    readonly home: string;
    readonly message: string | null;
    /** What the browser that asked is told, and where it sends the code. */
    readonly asked: {
      readonly email: string;
      readonly action: string;
      readonly csrfToken: string;
      /** Names the attempt. */
      readonly state: string;
      /** Whether the code verifies an address, or signs in. */
      readonly verifies: boolean;
    } | null;
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
    /** Those that the user can sign in with. */
    readonly providers: readonly PageProvider[];
    /** Names the attempt. */
    readonly state: string;
  }
  | {
    readonly name: "error";
    readonly message: string;
    /** Names the log line. */
    readonly ref: string | null;
    /** Where to sign in, unless that would not help. */
    readonly signInUrl: string | null;
    /** Where to go on where signing in would not help; null: nobody knows. */
    readonly home?: string | null | undefined;
    /** How else somebody can sign in who had too many attempts. */
    readonly ways?: OtherWays | null | undefined;
  }
  | {
    readonly name: "leave";
    readonly url: string;
    readonly provider: string;
  };

interface Decision {
  readonly cookies: readonly CookieChange[];
  /** What went wrong, if this is how an error ends. */
  readonly error?: AuthError | undefined;
  /** Error reference. */
  readonly ref?: string | undefined;
}

/** What an action decided, in the words of the domain. Nothing has been sent. */
export type Outcome =
  | Decision & {
    readonly kind: "redirect";
    readonly url: string;
    /** The name of the provider, if the redirect leaves for one. */
    readonly leaveFor?: string | undefined;
  }
  | Decision & {
    readonly kind: "json";
    readonly body: unknown;
    readonly status: number;
  }
  | Decision & {
    /** The same for everybody, and for a long time: caches may keep it. */
    readonly kind: "file";
    readonly type: string;
    readonly text: string;
    /** Seconds. */
    readonly maxAge: number;
    /** Its URL names its version. */
    readonly isImmutable: boolean;
  }
  | Decision & {
    readonly kind: "page";
    readonly page: PageModel;
    readonly status: number;
  };

/** Go there. */
export function redirect(
  url: string,
  ...cookies: readonly CookieChange[]
): Outcome {
  return { kind: "redirect", url, cookies };
}

/** Answer with a value. */
export function json(
  body: unknown,
  ...cookies: readonly CookieChange[]
): Outcome {
  return { kind: "json", body, status: 200, cookies };
}

/** Show a built-in page. */
export function page(
  model: PageModel,
  ...cookies: readonly CookieChange[]
): Outcome {
  return { kind: "page", page: model, status: 200, cookies };
}
