import type {
  ActionResult,
  ConnectInput,
  SignInInput,
  SignOutInput,
  VerifyEmailInput,
} from "./types.ts";

/** The fields of a sign-in form as the pipeline takes them. */
export interface SignInFields {
  readonly providerId: string;
  readonly redirectTo: string | null;
  /** Text fields for the provider. */
  readonly options: Readonly<Record<string, string>>;
  /** Encoded as a query string. */
  readonly authorizationParams: string;
  /** Whether the provider must answer without a page. */
  readonly silent: boolean;
}

/** The fields of a form that only names the page to go to afterwards. */
export interface TargetFields {
  readonly redirectTo: string | null;
}

/** The fields of a sign-out form. */
export interface SignOutFields extends TargetFields {
  /** The other fields, by name. */
  readonly told: Readonly<Record<string, string>>;
}

/** The fields of a form that asks for scopes. */
export interface ConnectFields extends TargetFields {
  readonly providerId: string;
  /** The other fields, by name. */
  readonly grant: Readonly<Record<"scope" | "account", string>>;
}

/** The result of a Qwik City validator. */
export type Validation<Fields, Field extends string> =
  | { readonly success: true; readonly data: Fields }
  | {
    readonly success: false;
    readonly status: number;
    readonly error: Required<
      Pick<ActionResult<Field>, "fieldErrors" | "formErrors">
    >;
  };

/**
 * Maximum characters of all texts of a form. The biggest real one is a few kB.
 * The body size is limited before, but Qwik's own notation can reference one
 * text many times.
 */
const MAX_TEXT = 65_536;

/** Reads the input of `useSignIn`: from a form, or as JSON from a script. */
export function readSignIn(
  data: unknown,
): Validation<SignInFields, keyof SignInInput> {
  const read = readForm(data);
  if (!read.success) return read;
  const form = read.data;
  const providerId = readText(form, "providerId");
  const redirectTo = readText(form, "redirectTo");
  const options = readTexts(form.options);
  const params = readQuery(form.authorizationParams);
  const errors = {
    ...(isProviderId(providerId)
      ? {}
      : { providerId: ["Choose how to sign in."] }),
    ...(redirectTo === null ? { redirectTo: ["This is not an address."] } : {}),
    ...(options === null ? { options: ["These fields must be texts."] } : {}),
    ...(params === null
      ? { authorizationParams: ["These parameters must be texts."] }
      : {}),
  };
  if (
    providerId === null || redirectTo === null || options === null ||
    params === null || Object.keys(errors).length > 0
  ) return refuse(errors);
  return {
    success: true,
    data: {
      providerId,
      redirectTo: options.redirectTo || redirectTo || null,
      options,
      authorizationParams: params,
      silent: form.silent === true || readText(form, "silent") === "true",
    },
  };
}

/** Reads the input of `useSignOut`, which must not fail because of a field: anything of the wrong type is ignored. */
export function readSignOut(
  data: unknown,
): Validation<SignOutFields, keyof SignOutInput> {
  const read = readTarget(data);
  if (!read.success) return read;
  const { federated } = toRecord(data) ?? {};
  const isTold = federated !== undefined && federated !== null;
  const told: SignOutFields["told"] = isTold
    ? { federated: String(federated) }
    : {};
  return { success: true, data: { ...read.data, told } };
}

/**
 * Reads the input of `useVerifyEmail`. A target that is not a string is
 * ignored.
 */
export function readTarget(
  data: unknown,
): Validation<TargetFields, keyof VerifyEmailInput> {
  const read = readForm(data);
  if (!read.success) return read;
  const form = read.data;
  const redirectTo = readText(form, "redirectTo") || null;
  return { success: true, data: { redirectTo } };
}

/** Reads the input of `useConnect`. */
export function readConnect(
  data: unknown,
): Validation<ConnectFields, keyof ConnectInput> {
  const read = readForm(data);
  if (!read.success) return read;
  const form = read.data;
  const providerId = readText(form, "providerId");
  if (!isProviderId(providerId)) {
    return refuse({ providerId: ["Choose what to connect."] });
  }
  const [scope, account, redirectTo] = ["scope", "account", "redirectTo"]
    .map((name) => readText(form, name));
  if (typeof scope !== "string" || typeof account !== "string") {
    return refuse({}, "These fields must be texts.");
  }
  const grant = { scope, account };
  const fields = { providerId, grant, redirectTo: redirectTo || null };
  return { success: true, data: fields };
}

function isProviderId(text: string | null): text is string {
  return text !== null && /^[A-Za-z0-9_-]{1,64}$/.test(text);
}

/** Refuses a form: with errors of single fields, or of the whole. */
export function refuse<Field extends string>(
  fieldErrors: { [name in Field]?: string[] },
  formError?: string,
  status = 400,
): Validation<never, Field> {
  const formErrors = formError === undefined ? [] : [formError];
  return { success: false, status, error: { fieldErrors, formErrors } };
}

function toRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value as Record<string, unknown>
    : null;
}

/** Reads a form of a bearable size. */
export function readForm(
  data: unknown,
): Validation<Readonly<Record<string, unknown>>, never> {
  const form = toRecord(data);
  if (form === null) return refuse({}, "The form could not be understood.");
  if (isTooLong(form)) return refuse({}, "The form is too large.", 413);
  return { success: true, data: form };
}

/**
 * Reads an own field as text: empty if it is missing, null if it is not a text.
 */
export function readText(
  form: Readonly<Record<string, unknown>>,
  name: string,
): string | null {
  const value = Object.hasOwn(form, name) ? form[name] : "";
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : null;
}

/** Reads texts by name, and values that are as good as texts; null: there are others. */
export function readTexts(value: unknown): Record<string, string> | null {
  if (value === undefined || value === null || value === "") return {};
  const record = toRecord(value);
  if (record === null) return null;
  const entries = Object.entries(record)
    .filter(([, entry]) => entry !== undefined && entry !== null);
  const isText = ([, entry]: [string, unknown]) =>
    ["string", "number", "boolean"].includes(typeof entry);
  if (!entries.every(isText)) return null;
  // Object.fromEntries makes own properties of any names.
  return Object.fromEntries(
    entries.map(([name, entry]) => [name, String(entry)]),
  );
}

function readQuery(value: unknown): string | null {
  if (typeof value === "string") return new URLSearchParams(value).toString();
  if (value instanceof URLSearchParams) return value.toString();
  const texts = readTexts(value);
  return texts === null ? null : new URLSearchParams(texts).toString();
}

/** Counts up to the limit, and no deeper than a form may nest. */
function isTooLong(form: Record<string, unknown>): boolean {
  let size = 0;
  const add = (value: unknown, depth: number): boolean => {
    if (typeof value === "string") size += value.length;
    else if (typeof value === "object" && value !== null && depth < 3) {
      for (const [key, entry] of Object.entries(value)) {
        size += key.length;
        if (size > MAX_TEXT || add(entry, depth + 1)) return true;
      }
    }
    return size > MAX_TEXT;
  };
  return add(form, 0);
}
