import type {
  PasswordConfig,
  ResolvedCredentials,
} from "../../providers/credentials_provider.ts";
import type {
  PasswordOptions,
  ResolvedPassword,
} from "../../providers/password_provider.ts";
import { resolveEmail } from "./resolve_email.ts";
import type { Resolving } from "./resolve_oauth.ts";
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
  { mail, signUp = true, secondFactor = "optional", ...rules }: PasswordOptions,
  resolving: Resolving,
): ResolvedPassword {
  const { problems } = resolving;
  if (typeof signUp !== "boolean") {
    problems.add(`Provider "${id}": \`signUp\` must be true or false.`);
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
    secondFactor,
  };
}
