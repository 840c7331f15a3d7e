/**
 * The fields that a new user fills in. Only `name`, and fields of users that have
 * `input: true`, can be set by a visitor, and only if the sign-up asks for them.
 *
 * @module
 */

import type { PasswordPageField } from "../../config/pages/password_models.ts";
import type { Settings } from "../../config/settings.ts";
import { CallbackRouteError } from "../../errors/errors.ts";
import { InvalidField } from "../../errors/password_errors.ts";
import { isFieldValue, pickInput } from "../../model/field_values.ts";
import { toStorable } from "../../model/storable.ts";
import type { UserFieldType } from "../../model/user_fields.ts";
import type { SignUpField } from "../../providers/sign_up_fields.ts";
import type { Context } from "../../request/context.ts";
import { callHost } from "../../runtime/timeout.ts";
import { fromText } from "./from_text.ts";
import {
  isStored,
  type StoredProvider,
} from "../../providers/stored_provider.ts";

/** The limit on the characters of a field. */
const MAX_TEXT = 300;
/** The limit on the bytes of all fields that have to fit into a cookie. */
const MAX_EARLY = 1000;

/** The fields of a new user, or what is wrong with them. */
export type ReadFields =
  | { readonly values: Readonly<Record<string, unknown>> }
  | { readonly error: InvalidField };

type Texts = Readonly<Record<string, string>>;

/** A field that a visitor may set. */
interface OpenField {
  readonly name: string;
  readonly type: UserFieldType;
  readonly field: SignUpField;
}

/** Names that the forms of a sign-up use themselves. */
const TAKEN: readonly string[] = [
  ...["email", "password", "csrfToken", "callbackUrl", "token", "state"],
  ...["code", "takeOver", "remember"],
];

/** Finds the mistakes in the names of the fields that a new user fills in. */
export function findFieldProblems(
  { providers, userFields }: Pick<Settings, "providers" | "userFields">,
): readonly string[] {
  return [...providers.values()].flatMap((one) => {
    if (!isStored(one)) return [];
    return one.stored.fields
      .map(([name]) => findProblem(userFields, name))
      .filter((problem) => problem !== null)
      .map((problem) => `Provider "${one.id}": ${problem}`);
  });
}

function findProblem(
  userFields: Settings["userFields"],
  name: string,
): string | null {
  if (toType(userFields, name) === null) {
    return Object.hasOwn(userFields, name)
      ? `\`fields.${name}\`: visitors may not set this field. If they may, add \`input: true\` to \`user.fields.${name}\`; else remove it here.`
      : `\`fields.${name}\`: users have no such field. Declare it: \`user: { fields: { ${name}: { type: "string", input: true } } }\`.`;
  }
  return TAKEN.includes(name)
    ? `\`fields.${name}\`: the form has a field of that name already. Choose another name.`
    : null;
}

/** The type of a field that a visitor may set; null if they may not. */
function toType(
  userFields: Settings["userFields"],
  name: string,
): UserFieldType | null {
  if (name === "name") return "string";
  const own = Object.hasOwn(userFields, name) ? userFields[name] : undefined;
  return own?.input === true ? own.type : null;
}

function toOpen(
  { settings: { userFields } }: Pick<Context, "settings">,
  { stored: { fields } }: StoredProvider,
): readonly OpenField[] {
  return fields.flatMap(([name, field]) => {
    const type = toType(userFields, name);
    return type === null || TAKEN.includes(name) ? [] : [{ name, type, field }];
  });
}

/** Picks the texts of the fields of a new user from a form: no others. */
export function pickFields(
  ctx: Pick<Context, "settings">,
  provider: StoredProvider,
  form: Texts,
): Texts {
  const texts = toOpen(ctx, provider)
    .map(({ name }) => [name, form[name]?.trim() ?? ""]);
  return toStorable(Object.fromEntries(texts));
}

/**
 * Returns the error of fields that do not fit into the cookie that keeps them
 * until the address is proved; null if they do.
 */
export function refuseLongFields(texts: Texts): InvalidField | null {
  const all = Object.entries(texts);
  const size = new TextEncoder().encode(JSON.stringify(all)).length;
  if (size <= MAX_EARLY) return null;
  const [longest = ""] = all.toSorted(([, a], [, b]) => b.length - a.length)
    .map(([name]) => name);
  return toError(longest, null);
}

/**
 * Checks and converts the fields of a new user.
 *
 * @throws CallbackRouteError if a schema fails, or returns a value of another
 * type than the field's
 */
export async function readFields(
  ctx: Pick<Context, "settings">,
  provider: StoredProvider,
  texts: Texts,
): Promise<ReadFields> {
  const values: Record<string, unknown> = {};
  for (const open of toOpen(ctx, provider)) {
    const { name, type, field } = open;
    const text = texts[name] ?? "";
    if (text === "" && field.required !== true) {
      if (type === "boolean" && field.schema === undefined) {
        values[name] = false;
      }
      continue;
    }
    const isFit = text !== "" && text.length <= MAX_TEXT;
    const read = isFit ? await validate(open, text) : null;
    if (read === null || "message" in read) {
      return { error: toError(name, read?.message ?? null) };
    }
    values[name] = read.value;
  }
  const { name } = values;
  const own = pickInput(ctx.settings.userFields, values);
  return { values: name === undefined ? own : { name, ...own } };
}

function toError(field: string, reason: string | null): InvalidField {
  const error = new InvalidField(`The field "${field}" was refused.`);
  return Object.assign(error, { field, reason });
}

/** Asks the schema of a field, or else converts its text. */
async function validate(
  { name, type, field: { schema, required } }: OpenField,
  text: string,
): Promise<{ readonly value: unknown } | { readonly message: string | null }> {
  if (schema === undefined) {
    const value = fromText(type, text);
    // A box that has to be ticked was not.
    const isMissing = value === false && required === true;
    return value === undefined || isMissing ? { message: null } : { value };
  }
  const where = `fields.${name}.schema`;
  const result = await callHost(
    { name: where, failure: CallbackRouteError },
    () => schema["~standard"].validate(text),
  );
  if (result.issues === undefined) {
    const { value } = result;
    if (value !== undefined && isFieldValue(type, value)) return { value };
    const what = type === "json" ? "a value for JSON" : `a ${type}`;
    throw new CallbackRouteError(`\`${where}\` must return ${what}.`);
  }
  const [issue] = result.issues as readonly { readonly message?: unknown }[];
  const { message } = issue ?? {};
  return { message: typeof message === "string" ? message : null };
}

function toInput(type: UserFieldType): NonNullable<SignUpField["type"]> {
  if (type === "boolean") return "checkbox";
  return type === "number" ? "number" : "text";
}

/** Returns the fields as their page shows them. */
export function toPageFields(
  ctx: Pick<Context, "settings">,
  provider: StoredProvider,
  texts: Texts,
): readonly PasswordPageField[] {
  return toOpen(ctx, provider).map(
    ({ name, type, field: { schema: _, ...field } }) => ({
      ...field,
      type: field.type ?? toInput(type),
      name,
      value: (texts[name] ?? "").slice(0, MAX_TEXT),
    }),
  );
}
