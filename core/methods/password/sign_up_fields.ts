import type { PasswordPageField } from "../../config/pages/password_models.ts";
import { CallbackRouteError } from "../../errors/errors.ts";
import { InvalidField } from "../../errors/password_errors.ts";
import type { SignUpField } from "../../providers/sign_up_fields.ts";
import { callHost } from "../../runtime/timeout.ts";
import type { StoredProvider } from "./stored.ts";

/** The limit on the characters of a field: what was typed early has to fit into a cookie. */
const MAX_TEXT = 300;

/** The fields of a new user, or what is wrong with them. */
export type ReadFields =
  | { readonly values: Readonly<Record<string, unknown>> }
  | { readonly error: InvalidField };

/** Picks the texts of the fields of a new user from a form: no others. */
export function pickFields(
  { stored: { fields } }: StoredProvider,
  form: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const texts = fields.map(([name]) => [name, form[name]?.trim() ?? ""]);
  return Object.fromEntries(texts);
}

/**
 * Checks and converts the fields of a new user.
 *
 * @throws CallbackRouteError if a schema fails, or returns no text for the name
 */
export async function readFields(
  { stored: { fields } }: StoredProvider,
  texts: Readonly<Record<string, string>>,
): Promise<ReadFields> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of fields) {
    const text = texts[name] ?? "";
    if (text === "" && field.required !== true) continue;
    const isFit = text !== "" && text.length <= MAX_TEXT;
    const read = isFit ? await validate(name, field, text) : null;
    if (read === null || "message" in read) {
      return { error: toError(name, read?.message ?? null) };
    }
    values[name] = read.value;
  }
  return { values };
}

function toError(field: string, reason: string | null): InvalidField {
  const error = new InvalidField(`The field "${field}" was refused.`);
  return Object.assign(error, { field, reason });
}

/** Asks a schema; a text without one is as good as it is. */
async function validate(
  name: string,
  { schema }: SignUpField,
  text: string,
): Promise<{ readonly value: unknown } | { readonly message: string | null }> {
  if (schema === undefined) return { value: text };
  const where = `fields.${name}.schema`;
  const result = await callHost(
    { name: where, failure: CallbackRouteError },
    () => schema["~standard"].validate(text),
  );
  if (result.issues === undefined) {
    if (typeof result.value === "string") return { value: result.value };
    throw new CallbackRouteError(`\`${where}\` must return a text.`);
  }
  const [issue] = result.issues as readonly { readonly message?: unknown }[];
  const { message } = issue ?? {};
  return { message: typeof message === "string" ? message : null };
}

/** Returns the fields as their page shows them. */
export function toPageFields(
  { stored: { fields } }: StoredProvider,
  texts: Readonly<Record<string, string>>,
): readonly PasswordPageField[] {
  return fields.map(([name, { schema: _, ...field }]) => ({
    ...field,
    name,
    value: texts[name] ?? "",
  }));
}
