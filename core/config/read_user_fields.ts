import { isFieldValue } from "../model/field_values.ts";
import type { UserFields } from "../model/user_fields.ts";
import type { Report } from "./rules.ts";

/** Names of the library's own: members of a user, claims of a session, and fields of forms. */
const RESERVED: ReadonlySet<string> = new Set([
  ...["id", "name", "email", "emailVerified", "image", "fields"],
  ...["picture", "sub", "sid", "iat", "nbf", "auth_time", "exp", "aud"],
  ...["iss", "jti", "authn", "password", "csrfToken", "callbackUrl"],
  ...["constructor", "prototype", "__proto__", "toString", "valueOf"],
]);

const TYPES: readonly unknown[] = ["string", "number", "boolean", "json"];

/** Reads the fields of users that are the application's own. */
export function readUserFields(user: unknown, report: Report): UserFields {
  if (user === undefined) return {};
  const { fields = {} } = isRecord(user) ? user : {};
  if (!isRecord(user) || !isRecord(fields)) {
    report("`user.fields` must be an object, with a field for each name.");
    return {};
  }
  const problems = Object.entries(fields)
    .map(([name, field]) => findProblem(name, field))
    .filter((one) => one !== null);
  for (const one of problems) report(one);
  return problems.length === 0 ? fields as UserFields : {};
}

function findProblem(name: string, field: unknown): string | null {
  const option = `\`user.fields.${name}\``;
  if (!/^[A-Za-z_]\w{0,62}$/.test(name)) {
    return `${option} must have a name of at most 63 letters, digits and underscores, not beginning with a digit.`;
  }
  if (RESERVED.has(name)) {
    return `${option} has a name that the library uses itself: choose another.`;
  }
  if (!isRecord(field) || !TYPES.includes(field.type)) {
    return `${option} must have a \`type\`: "string", "number", "boolean" or "json".`;
  }
  const { type, default: value = null, input, session } = field;
  for (const [key, flag] of Object.entries({ input, session })) {
    if (flag !== undefined && typeof flag !== "boolean") {
      return `\`user.fields.${name}.${key}\` must be true or false.`;
    }
  }
  const fits = typeof value === "function" ||
    isFieldValue(type as "json", value);
  return fits
    ? null
    : `\`user.fields.${name}.default\` must be a ${type} or a function that returns one.`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
