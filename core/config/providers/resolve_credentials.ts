import {
  type CredentialsConfig,
  NAMES,
  type Passwords,
  RESERVED,
  type ResolvedCredentials,
} from "../../providers/credentials_provider.ts";

/** Types of input whose value identifies no user. */
const NAMELESS: readonly string[] = ["password", "hidden", "checkbox", "radio"];

function findAccountField(
  fields: ResolvedCredentials["fields"],
): string | null {
  const names = fields
    .filter(([, { type = "text" }]) => !NAMELESS.includes(type))
    .map(([name]) => name);
  return names.find((name) => NAMES.includes(name)) ?? names[0] ?? null;
}

/** Fills in the defaults of a credentials provider; mistakes go to `report`. */
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
      report(
        `${where} a field may not be called "${field}": every form already has a field of that name.`,
      );
    }
    if (typeof input !== "object" || input === null) {
      report(`${where} the field "${field}" must be an object, {} at least.`);
    }
  }
  const { accountField, passwords, storedUsers } = provider;
  checkUserOptions(provider, report);
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
    stored: null,
    passwords: passwords ?? null,
    storedUsers,
  };
}

/** Checks the options about users of the adapter. */
function checkUserOptions(
  { id, passwords, storedUsers }: CredentialsConfig,
  report: (problem: string) => void,
): void {
  if (passwords !== undefined && !isComplete(passwords)) {
    report(
      `Provider "${id}": \`passwords\` must have two functions, \`exists(user)\` and \`remove(user)\`.`,
    );
  }
  if (storedUsers !== undefined && typeof storedUsers !== "boolean") {
    report(`Provider "${id}": \`storedUsers\` must be true or false.`);
  }
}

function isComplete(passwords: unknown): boolean {
  const { exists, remove } = (passwords ?? {}) as Partial<Passwords>;
  return typeof exists === "function" && typeof remove === "function";
}
