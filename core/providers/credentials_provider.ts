import type { AdapterUser } from "../model/adapter.ts";
import type { Awaitable, User } from "../model/model.ts";
import type { CommonProviderOptions } from "./common_options.ts";
import type { PasswordOptions, ResolvedPassword } from "./password_provider.ts";

/**
 * One field of a credentials form. Besides the options listed here, the sign-in
 * page renders `min`, `max`, `step`, `size`, `title` and other harmless input
 * attributes; names may be in camel case. Scripts and styles are not rendered.
 */
export interface CredentialInput {
  /**
   * Label of the field: one text, or a text for each language of the visitors,
   * like `{ en: "Member number", de: "Mitgliedsnummer" }`. Default: for fields
   * named `email`, `username`, `password` and `code` a built-in text in the
   * visitor's language; for any other its name.
   */
  label?: string | Readonly<Record<string, string>> | undefined;
  /** Type of the input. Default `text`. */
  type?: string | undefined;
  /** Example shown in the empty field. Default: none. */
  placeholder?: string | undefined;
  /** Initial value of the field. Default: empty. */
  value?: string | number | undefined;
  /**
   * Autofill hint for browsers and password managers. Default:
   * `current-password` for passwords, `username` for names and addresses,
   * `one-time-code` for codes, judged by type and name.
   */
  autocomplete?: string | undefined;
  /** Whether the field is required. Default: true for a name and a password. */
  required?: boolean | undefined;
  /** Any other attribute. Default: none. */
  [attribute: string]: unknown;
}

/** The fields of a form by name. */
export type CredentialInputs = Record<string, CredentialInput>;

/** The submitted values by field: strings only; absent fields are undefined. */
export type CredentialValues<C extends CredentialInputs = CredentialInputs> = {
  readonly [K in keyof C]?: string | undefined;
};

/**
 * The passwords that the application keeps for the users of its adapter. The
 * library checks for one when an unverified address is proved: a password set
 * before then may be an attacker's.
 */
export interface Passwords {
  /**
   * Whether this user can sign in with a password. It has 10 seconds; an error
   * stops the sign-in. It is called again after `remove`, and must then return
   * false.
   */
  exists: (user: AdapterUser) => Awaitable<boolean>;
  /**
   * Removes the password of this user, so that `authorize` refuses it from then
   * on. It has 10 seconds. An error stops the sign-in; the next attempt calls
   * it again.
   */
  remove: (user: AdapterUser) => Awaitable<unknown>;
}

/**
 * A provider whose credentials the application checks itself: a name and a
 * password, a code, a signed message.
 */
export interface CredentialsConfig<
  C extends CredentialInputs = CredentialInputs,
> extends Omit<CommonProviderOptions, "name"> {
  /** Type of the provider. */
  type: "credentials";
  /** Name of the provider, shown on its button if there are several of this type. Default `Credentials`. */
  name?: string | undefined;
  /**
   * The fields of the form. `authorize` receives these and no others. Default:
   * none; the sign-in page shows a button, and `authorize` receives every
   * string that a form of your own sends.
   */
  credentials?: C | undefined;
  /**
   * The field that names the account, by which attempts at one account are
   * counted. `authorize` must look the account up by this field; otherwise an
   * attacker evades the limit by varying it. Default: the first field named
   * `username`, `email`, `login`, `user` or `name`, else the first that is
   * neither secret nor a choice.
   */
  accountField?: (keyof C & string) | undefined;
  /**
   * Returns the user, with a stable `id`, or null if the credentials are wrong.
   * Throw a {@link CredentialsSignin} to give the reason in a `code`, or when
   * to try again. The arguments are the submitted strings, any of which may be
   * missing, and the request, with its public URL and its original headers and
   * body. It has 10 seconds.
   */
  authorize: (
    credentials: CredentialValues<C>,
    request: Request,
  ) => Awaitable<User | null | undefined>;
  /**
   * Finds and removes the password of a stored user when the owner of an
   * unverified address proves it. Needs an `adapter`. Default: none; a user
   * with an unverified address must then sign in with a previous method before
   * they can sign in by mail or be linked by address.
   */
  passwords?: Passwords | undefined;
  /**
   * Whether `authorize` returns stored users, whose ids are the adapter's: then
   * the id alone says who signs in, and one that no stored user has is an error.
   * With `false`, the ids are those of another directory, and mean nothing to
   * the adapter. Default: neither; a stored user signs in if `authorize` returns
   * both id and address as they are stored, and the id of a stored user with
   * another address or none is an error.
   */
  storedUsers?: boolean | undefined;
}

/** The provider of passwords that the adapter stores. `authorize` is never called. */
export interface PasswordConfig extends CredentialsConfig {
  /** Everything about the passwords. */
  password: PasswordOptions;
}

/** A credentials provider with every default filled in. */
export interface ResolvedCredentials {
  readonly id: string;
  readonly name: string;
  readonly type: "credentials";
  readonly fields: readonly (readonly [name: string, input: CredentialInput])[];
  /** The field that names the account; null: none does. */
  readonly accountField: string | null;
  readonly authorize: CredentialsConfig["authorize"];
  /** Set if the adapter has the passwords; null: the application checks them. */
  readonly stored: ResolvedPassword | null;
  /** Null: the library cannot tell which users have a password. */
  readonly passwords: Passwords | null;
  /** Undefined: ids and addresses of users tell whether they are stored. */
  readonly storedUsers: boolean | undefined;
}

/** Fields that every form has, which are not credentials. */
export const RESERVED: readonly string[] = ["csrfToken", "callbackUrl"];

/** Names of fields that identify the user. */
export const NAMES: readonly string[] = [
  "username",
  "email",
  "login",
  "user",
  "name",
];
