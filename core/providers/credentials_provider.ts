import type { AdapterUser } from "../model/adapter.ts";
import type { Awaitable, User } from "../model/model.ts";
import type { CommonProviderOptions } from "./provider.ts";

/**
 * One field of a credentials form. Beside what is listed, the sign-in page
 * writes `min`, `max`, `step`, `size`, `title` and other harmless attributes of
 * an input; names may be in camel case. Scripts and styles are not written.
 */
export interface CredentialInput {
  /** What stands beside the field. Default: its name. */
  label?: string | undefined;
  /** Type of the input. Default `text`. */
  type?: string | undefined;
  /** An example, in the empty field. Default: none. */
  placeholder?: string | undefined;
  /** What is in the field at first. Default: nothing. */
  value?: string | number | undefined;
  /**
   * What browsers and password managers fill in. Default: `current-password`
   * for passwords, `username` for names and addresses, `one-time-code` for
   * codes, going by type and name.
   */
  autocomplete?: string | undefined;
  /** Whether the form needs it. Default: true for a name and a password. */
  required?: boolean | undefined;
  /** Any other attribute. Default: none. */
  [attribute: string]: unknown;
}

/** The fields of a form by their names. */
export type CredentialInputs = Record<string, CredentialInput>;

/** What was typed in, by field: texts only, and missing where nothing came. */
export type CredentialValues<C extends CredentialInputs = CredentialInputs> = {
  readonly [K in keyof C]?: string | undefined;
};

/**
 * The passwords that the application keeps for the users of its adapter. The
 * library asks about them when an unverified address is proved: a password that
 * was set by then may be a stranger's.
 */
export interface Passwords {
  /**
   * Whether this user can sign in with a password. It has 10 seconds; an error
   * stops the sign-in. After `remove` it is asked again, and must give false.
   */
  exists: (user: AdapterUser) => Awaitable<boolean>;
  /**
   * Removes the password of this user, so that `authorize` refuses it from then
   * on. It has 10 seconds. An error stops the sign-in; the next try calls it
   * again.
   */
  remove: (user: AdapterUser) => Awaitable<unknown>;
}

/**
 * Signing in with whatever the application checks itself: a name and a
 * password, a code, a signed message.
 */
export interface CredentialsConfig<
  C extends CredentialInputs = CredentialInputs,
> extends Omit<CommonProviderOptions, "name"> {
  /** Credentials. */
  type: "credentials";
  /** Name of the provider, on its button where there are several of this type. Default `Credentials`. */
  name?: string | undefined;
  /**
   * The fields of the form. `authorize` gets these and no others. Default:
   * none; the sign-in page shows a button, and `authorize` gets all texts that
   * a form of yours sends.
   */
  credentials?: C | undefined;
  /**
   * The field that says whose account is tried: by it attempts at one account
   * are counted. `authorize` must go by this field, or whoever guesses writes
   * another name into it each time. Default: the first field that is called
   * `username`, `email`, `login`, `user` or `name`, else the first that is
   * neither secret nor a choice.
   */
  accountField?: (keyof C & string) | undefined;
  /**
   * Gives who signs in, with a stable `id`, or null if the credentials are not
   * right. Throw a {@link CredentialsSignin} to say why in a `code`, or when to
   * try again. Its arguments are the texts that were typed in, of which none
   * need be there, and the request, with its public URL and with headers and
   * body as they came. It has 10 seconds.
   */
  authorize: (
    credentials: CredentialValues<C>,
    request: Request,
  ) => Awaitable<User | null | undefined>;
  /**
   * Finds and removes the password of a stored user, for the owner of an
   * unverified address who proves it. Needs an `adapter`. Default: none; a user
   * with an unverified address is then not signed in by mail, and not linked by
   * address, before they have signed in as they did before.
   */
  passwords?: Passwords | undefined;
}

/** A credentials provider with every default filled in. */
export interface ResolvedCredentials {
  readonly id: string;
  readonly name: string;
  readonly type: "credentials";
  readonly fields: readonly (readonly [name: string, input: CredentialInput])[];
  /** The field that says whose account is tried; null: none does. */
  readonly accountField: string | null;
  readonly authorize: CredentialsConfig["authorize"];
  /** Null: the library cannot tell who has a password here. */
  readonly passwords: Passwords | null;
}

/** Fields of every form, which are no credentials. */
export const RESERVED: readonly string[] = ["csrfToken", "callbackUrl"];

/** Fields that name somebody, whatever else there is. */
export const NAMES: readonly string[] = [
  "username",
  "email",
  "login",
  "user",
  "name",
];
/** Inputs whose value names nobody. */
const NAMELESS: readonly string[] = ["password", "hidden", "checkbox", "radio"];

function findAccountField(
  fields: ResolvedCredentials["fields"],
): string | null {
  const names = fields
    .filter(([, { type = "text" }]) => !NAMELESS.includes(type))
    .map(([name]) => name);
  return names.find((name) => NAMES.includes(name)) ?? names[0] ?? null;
}

/** A credentials provider with its defaults; mistakes go to `report`. */
export function resolveCredentials(
  provider: CredentialsConfig,
  report: (problem: string) => void,
): ResolvedCredentials {
  const { id, name = "Credentials", credentials = {}, authorize } = provider;
  const where = `Provider "${id}":`;
  if (typeof authorize !== "function") {
    report(`${where} \`authorize\` must be a function that gives the user.`);
  }
  const fields = Object.entries(credentials ?? {});
  for (const [field, input] of fields) {
    if (RESERVED.includes(field)) {
      report(`${where} a field may not be called "${field}": forms have one.`);
    }
    if (typeof input !== "object" || input === null) {
      report(`${where} the field "${field}" must be an object, {} at least.`);
    }
  }
  const { accountField, passwords } = provider;
  if (passwords !== undefined && !isComplete(passwords)) {
    report(
      `${where} \`passwords\` must have two functions, \`exists(user)\` and \`remove(user)\`.`,
    );
  }
  if (
    accountField !== undefined &&
    !(fields.length === 0 || fields.some(([field]) => field === accountField))
  ) {
    report(`${where} \`accountField\` must be the name of one of its fields.`);
  }
  return {
    id,
    name,
    type: "credentials",
    fields,
    accountField: accountField ?? findAccountField(fields),
    authorize,
    passwords: passwords ?? null,
  };
}

function isComplete(passwords: unknown): boolean {
  const { exists, remove } = (passwords ?? {}) as Partial<Passwords>;
  return typeof exists === "function" && typeof remove === "function";
}
