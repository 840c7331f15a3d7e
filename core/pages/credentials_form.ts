import type { CredentialInput } from "../providers/credentials_provider.ts";
import type { PageProvider } from "../request/outcome.ts";
import { ENGLISH, type PageWords } from "../request/page_words.ts";
import { type Html, markup } from "./html.ts";
import { isPasswordField, toLabel } from "./provider_label.ts";

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

/**
 * The form of a credentials provider.
 *
 * @param extras fields that every form has
 * @param message the error of the previous attempt
 */
export function credentialsForm(
  provider: PageProvider,
  extras: Html,
  message: string | null,
  words: PageWords = ENGLISH.words,
): Html {
  const { id, callbackUrl, fields = [] } = provider;
  const errorId = message === null ? null : `${id}-error`;
  const alert = message === null
    ? null
    : markup`<p role="alert" id="${errorId}">${message}</p>
`;
  return markup`<form method="post" action="${callbackUrl}">
${extras}
${alert}${
    fields.map(([field, input]) =>
      toField({ id: `${id}-${field}`, field, input, errorId })
    )
  }<button class="main">${toLabel(provider, words)}</button>
</form>
`;
}

interface Field {
  readonly id: string;
  readonly field: string;
  readonly input: CredentialInput;
  readonly errorId: string | null;
}

function toField({ id, field, input, errorId }: Field): Html {
  const attributes = [
    ...toAttributes(field, input),
    ...(errorId === null ? [] : [
      markup` aria-invalid="true"`,
      markup` aria-describedby="${errorId}"`,
    ]),
  ];
  const type = toType(input);
  const box =
    markup`<input id="${id}" name="${field}" type="${type}"${attributes}>
`;
  return type === "hidden"
    ? box
    : markup`<label for="${id}">${input.label ?? field}</label>
${box}`;
}

function toType({ type }: CredentialInput): string {
  const known = String(type ?? "text").toLowerCase();
  return TYPES.has(known) ? known : "text";
}

/** Attribute names are lower-cased, as in HTML: configurations of other libraries have `autoComplete`. */
function toAttributes(field: string, input: CredentialInput): Html[] {
  const own = Object.entries(input).map(([name, value]) =>
    [name.toLowerCase(), value] as const
  );
  const all = { ...toDefaults(field, toType(input)), ...withoutNothing(own) };
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
function toDefaults(field: string, type: string): Record<string, unknown> {
  if (isPasswordField([field, { type }])) {
    return { autocomplete: "current-password", required: true };
  }
  if (/otp|code|token|pin$/i.test(field)) {
    return { autocomplete: "one-time-code" };
  }
  if (type === "email" || /user|login|e?-?mail|account/i.test(field)) {
    const plain = { autocapitalize: "none" };
    return { ...plain, autocomplete: "username", required: true };
  }
  return {};
}
