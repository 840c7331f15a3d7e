import type {
  PasswordConfig,
  ResolvedCredentials,
} from "../../providers/credentials_provider.ts";
import type {
  PasswordOptions,
  ResolvedPassword,
} from "../../providers/password_provider.ts";
import type {
  SignUpField,
  SignUpFields,
} from "../../providers/sign_up_fields.ts";
import { resolveEmail } from "./resolve_email.ts";
import type { Resolving } from "../../providers/resolving.ts";
import { resolveRules } from "./resolve_password_rules.ts";

/** The fields of the form, as password managers expect them. */
const FIELDS: ResolvedCredentials["fields"] = [
  ["email", { type: "email", autocomplete: "username", required: true }],
  ["password", {
    type: "password",
    autocomplete: "current-password",
    required: true,
  }],
];

/** Fills in the defaults of the provider of stored passwords, and reports its mistakes. */
export function resolvePassword(
  { id, name = "Password", authorize, password }: PasswordConfig,
  resolving: Resolving,
): ResolvedCredentials {
  return {
    id,
    name,
    type: "credentials",
    fields: FIELDS,
    accountField: "email",
    authorize,
    stored: resolveOptions(id, password, resolving),
    passwords: null,
    storedUsers: undefined,
  };
}

function resolveOptions(
  id: string,
  {
    mail,
    signUp = true,
    confirm = "before",
    fields = {},
    secondFactor = "optional",
    ...rules
  }: PasswordOptions,
  resolving: Resolving,
): ResolvedPassword {
  const { problems } = resolving;
  if (typeof signUp !== "boolean") {
    problems.add(`Provider "${id}": \`signUp\` must be true or false.`);
  }
  if (confirm !== "before" && confirm !== "after") {
    problems.add(`Provider "${id}": \`confirm\` must be "before" or "after".`);
  }
  const isRule = secondFactor === "optional" || secondFactor === "required";
  if (!isRule && typeof secondFactor !== "function") {
    problems.add(
      `Provider "${id}": \`secondFactor\` must be "optional", "required" or a function.`,
    );
  }
  return {
    ...resolveRules(
      rules,
      (problem) => problems.add(`Provider "${id}": ${problem}`),
    ),
    mail: mail === undefined ? null : resolveEmail(mail, resolving),
    signUp,
    confirm,
    fields: readFields(id, fields, problems),
    secondFactor,
  };
}

/** Which names there are is checked when the fields of users are known. */
function readFields(
  id: string,
  fields: SignUpFields,
  problems: Resolving["problems"],
): ResolvedPassword["fields"] {
  return Object.entries(fields ?? {}).flatMap(([name, field]) => {
    if (field === undefined) return [];
    const problem = findProblem(name, field);
    if (problem === null) return [[name, field] as const];
    problems.add(`Provider "${id}": ${problem}`);
    return [];
  });
}

function findProblem(name: string, field: SignUpField): string | null {
  const option = `\`fields.${name}\``;
  if (typeof field !== "object" || field === null) {
    return `${option} must be an object of options, {} at least.`;
  }
  const { type, schema } = field;
  if (type !== undefined && !TYPES.includes(type)) {
    return `\`fields.${name}.type\` must be one of ${TYPES.join(", ")}.`;
  }
  const isSchema = schema === undefined ||
    typeof schema?.["~standard"]?.validate === "function";
  return isSchema
    ? null
    : `\`fields.${name}.schema\` must be a schema (Standard Schema).`;
}

const TYPES: readonly string[] = [
  ...["text", "tel", "url", "email", "number", "date", "checkbox"],
];
