import type { CredentialInput } from "../../providers/credentials_provider.ts";
import type {
  PageError,
  PageProvider,
  SignInModel,
} from "../../config/pages/page_models.ts";
import type { PageLanguage, PageWords } from "../../config/pages/page_words.ts";
import { passwordLinks } from "./password_links.ts";
import { toErrorText } from "../../config/pages/page_errors.ts";
import type { FormPlace } from "../parts.ts";
import { type Html, markup } from "../html.ts";
import { icons } from "./icons.ts";
import { alert, hidden, invalid, rememberBox } from "../parts.ts";
import { lastUsed } from "./provider_button.ts";
import type { Form } from "../sign_in_plan.ts";
import { createPasskeyBox } from "./webauthn_form.ts";

/** Input types that take data; submitting or acting ones are reserved for the library. */
const TYPES: ReadonlySet<string> = new Set(
  "text password email tel url search number date time month week datetime-local checkbox color range hidden"
    .split(" "),
);

/** Attributes that only affect how a field looks or what it accepts. */
const ATTRIBUTES: ReadonlySet<string> = new Set(
  "placeholder value autocomplete autocapitalize autocorrect inputmode maxlength minlength max min step size pattern title list lang dir enterkeyhint"
    .split(" "),
);

/** Boolean attributes. */
const FLAGS: ReadonlySet<string> = new Set(
  "required readonly disabled checked autofocus".split(" "),
);

type CredentialsForm = Omit<Form & { kind: "credentials" }, "ids" | "kind">;

/**
 * The form of a credentials provider. With a mail provider that shares its
 * address field, a second button requests a mail to it.
 */
export function credentialsForm(
  page: SignInModel,
  { provider, mail, signUp }: CredentialsForm,
  place: FormPlace,
): Html {
  const { frame: { language, language: { words } }, id, isMain } = place;
  const { csrfToken, callbackUrl, failed, error = null } = page;
  const fields = keepTyped(page, provider);
  const hasFailed = error !== null &&
    (failed === provider.id || mail !== null && failed === mail.id);
  const errorId = hasFailed ? `${id}-error` : null;
  const focus = failed === provider.id
    ? fields.find(isPasswordField)?.[0]
    : "email";
  const inputs = fields.map(([name, input]) =>
    toField({
      id: `${id}-${name}`,
      name,
      input,
      errorId,
      hasFocus: hasFailed && name === focus,
      isShared: Boolean(page.passkeys) && isMain,
    }, language)
  );
  return markup`<form id="${id}" method="post" action="${provider.callbackUrl}">
${hidden({ csrfToken, callbackUrl })}${
    alert(
      hasFailed ? toFailure(provider, error, words) : null,
      errorId === null ? {} : { id: errorId },
    )
  }${inputs}${rememberBox(page, words, place)}<div class="col"><button${
    isMain ? markup` class="main"` : null
  }>${words.signIn}${lastUsed(page, provider, words)}</button>${
    mail === null ? null : mailButton(page, mail, words)
  }</div>
</form>
${passwordLinks(page, provider, words)}${
    createPasskeyBox(page, signUp, { words, id })
  }`;
}

/** The fields with what was typed. Passwords are never sent back. */
function keepTyped(
  { email, confirm, failed, typed }: SignInModel,
  { id, fields = [], accountField }: PageProvider,
): readonly (readonly [string, CredentialInput])[] {
  const address = email ?? confirm?.email ?? null;
  const own = new Map(failed === id ? Object.entries(typed ?? {}) : []);
  return fields.map(([name, input]) => {
    const value = own.get(name) ?? (name === accountField ? address : null);
    return value === null ? [name, input] : [name, { ...input, value }];
  });
}

/** The button that requests a mail to the address in the form. */
function mailButton(
  page: SignInModel,
  mail: PageProvider,
  words: PageWords,
): Html {
  return markup`
<button formaction="${mail.signinUrl}" formnovalidate>${words.sendLink}${
    lastUsed(page, mail, words)
  }</button>`;
}

/** The sentence after a refusal. It never says which of the fields was wrong. */
function toFailure(
  { fields = [] }: PageProvider,
  error: PageError,
  words: PageWords,
): string {
  const hasPassword = fields.some(isPasswordField);
  if (error.type !== "CredentialsSignin" || !hasPassword || fields.length > 2) {
    return toErrorText(words, error);
  }
  return fields.some(([name, input]) => takesAddress(name, input))
    ? words.wrongEmailOrPassword
    : words.wrongUsernameOrPassword;
}

/** Whether a field takes the user's address. */
function takesAddress(name: string, { type }: CredentialInput): boolean {
  return name === "email" || type === "email";
}

/** Whether a field takes a password, judging by its type and name. */
function isPasswordField(
  [name, { type }]: readonly [string, CredentialInput],
): boolean {
  return type === "password" || /pass/i.test(name);
}

interface Field {
  readonly id: string;
  readonly name: string;
  readonly input: CredentialInput;
  readonly errorId: string | null;
  readonly hasFocus: boolean;
  /** Whether browsers may offer passkeys in the field for a name. */
  readonly isShared: boolean;
}

function toField(field: Field, language: PageLanguage): Html {
  const { id, name, input, errorId, hasFocus } = field;
  const type = toType(input);
  const isEmail = takesAddress(name, input) && type !== "hidden";
  const attributes = [
    ...toAttributes(field),
    ...(isEmail ? [markup` dir="ltr" spellcheck="false"`] : []),
    invalid(errorId) ?? markup``,
    hasFocus ? markup` autofocus` : markup``,
  ];
  const box =
    markup`<input id="${id}" name="${name}" type="${type}"${attributes}>
`;
  if (type === "hidden") return box;
  const eye = isPasswordField([name, input])
    ? markup`<button type="button" class="eye" hidden data-shows="${id}" aria-pressed="false" aria-label="${language.words.showPassword}">${icons.eye}</button>
`
    : null;
  return markup`<div class="field">
<label for="${id}">${toLabel(field, language)}</label>
${box}${eye}</div>
`;
}

/**
 * The label in the language of the page. Usual fields have one in every
 * language, and the application's own label may be a text for each.
 */
function toLabel(
  { name, input }: Field,
  { tag, words }: PageLanguage,
): string {
  const { label } = input;
  if (typeof label === "string") return label;
  const own = label ?? {};
  const known = [tag, "en", ...Object.keys(own)]
    .find((one) => Object.hasOwn(own, one) && typeof own[one] === "string");
  if (known !== undefined) return own[known] ?? name;
  if (takesAddress(name, input)) return words.emailAddress;
  if (isPasswordField([name, input])) return words.password;
  if (/^(user|login)(_?name)?$/i.test(name)) return words.username;
  return /^(code|otp|totp)$/i.test(name) ? words.code : name;
}

function toType({ type }: CredentialInput): string {
  const known = String(type ?? "text").toLowerCase();
  return TYPES.has(known) ? known : "text";
}

/** Attribute names are lower-cased, as in HTML: configurations of other libraries have `autoComplete`. */
function toAttributes({ name: field, input, isShared }: Field): Html[] {
  const own = Object.entries(input).map(([name, value]) =>
    [name.toLowerCase(), value] as const
  );
  const all = {
    ...toDefaults(field, toType(input), isShared),
    ...withoutNothing(own),
  };
  return Object.entries(all).flatMap(([name, value]) => {
    if (FLAGS.has(name)) return value === true ? [{ html: ` ${name}` }] : [];
    const isText = typeof value === "string" || typeof value === "number";
    if (!ATTRIBUTES.has(name) || !isText) return [];
    return [markup` ${{ html: name }}="${value}"`];
  });
}

function withoutNothing(
  entries: readonly (readonly [string, unknown])[],
): Record<string, unknown> {
  return Object.fromEntries(
    entries.filter(([, value]) => value !== undefined && value !== null),
  );
}

/** Attributes that help users and password managers, guessed from the field's name. */
function toDefaults(
  field: string,
  type: string,
  isShared: boolean,
): Record<string, unknown> {
  if (isPasswordField([field, { type }])) {
    return { autocomplete: "current-password", required: true };
  }
  if (/otp|code|token|pin$/i.test(field)) {
    return { autocomplete: "one-time-code" };
  }
  if (type === "email" || /user|login|e?-?mail|account/i.test(field)) {
    const plain = { autocapitalize: "none" };
    const autocomplete = isShared ? "username webauthn" : "username";
    return { ...plain, autocomplete, required: true };
  }
  return {};
}
