import { UnknownPasswordHash } from "../../../errors/errors.ts";

/** Matches the name of a hash format; the rest of the hash is secret. */
const FORMAT =
  /^(?:(?:bcrypt_sha256\$|bcrypt\$|argon2)?\$(?:2[abxy]?|argon2(?:id|i|d)|scrypt|pbkdf2(?:-sha(?:1|256|512))?|[1567y]|P|H)\$|(?:scrypt|pbkdf2_sha(?:1|256)|md5|sha1|sha256)\$|(?:scrypt|pbkdf2):)/;

/** Creates the error for a hash in an unknown format. */
export function toUnknown(hash: unknown): UnknownPasswordHash {
  if (String(hash).startsWith("$hmac-sha256$")) return toKeyed();
  return new UnknownPasswordHash(
    `A stored password hash ${
      describe(hash)
    }, which \`verifyPassword\` cannot check: it takes the formats that docs/migrate/passwords.md lists, whole and with nothing before or after them. Those without a prefix need the option \`format\`. Check this user's hash with the function that made it, then store a new one of \`hashPassword\`.`,
  );
}

/** Creates the error for a hash of a password that was keyed before. */
function toKeyed(): UnknownPasswordHash {
  return new UnknownPasswordHash(
    'A stored password hash begins with "$hmac-sha256$": it was made with the option `pepper` of `Password`, and only that provider can check it.',
  );
}

/** Creates the error for a hash whose format does not say how it was made. */
export function toAmbiguous(): UnknownPasswordHash {
  return new UnknownPasswordHash(
    'A stored password hash has the form "<hex>:<hex>", which does not say how it was made. Pass the option `format` to `verifyPassword`: "better-auth" for hashes of Better Auth, "node-scrypt" for those of node:crypto with its default cost.',
  );
}

/** Creates the error for a hash that would take too much time or memory. */
export function toTooCostly(
  format: string,
  limit: string,
): UnknownPasswordHash {
  return new UnknownPasswordHash(
    `A stored password hash of the format ${format} demands more work than \`verifyPassword\` does for one password: at most ${limit}. Let this user set a new password.`,
  );
}

/** Creates the error for a package that was not passed. */
export function toMissing(
  format: "argon2" | "bcrypt",
  name: string,
): UnknownPasswordHash {
  return new UnknownPasswordHash(
    `A stored password hash of the format ${format} needs the package ${name}. Run \`npm install ${name}\`, import it, and pass it: \`verifyPassword(password, hash, { ${format} })\`.`,
  );
}

/**
 * Creates the error for a failed computation. Its message may repeat the hash,
 * so only its name is passed on.
 */
export function toFailed(error: unknown): UnknownPasswordHash {
  const name = error instanceof Error ? error.name : typeof error;
  return new UnknownPasswordHash(
    `A stored password hash has a known format, but this runtime failed to compute it (${name}). Check that it has the algorithm and enough memory.`,
  );
}

/** Creates the error for an option that does not fit any hash. */
export function toBadFormat(wanted: string): UnknownPasswordHash {
  return new UnknownPasswordHash(
    `The option \`format\` of \`verifyPassword\` needs ${wanted}.`,
  );
}

function describe(hash: unknown): string {
  if (typeof hash !== "string") return `is not a string (${typeof hash})`;
  const [format = null] = FORMAT.exec(hash) ?? [];
  return format === null ? "has an unknown format" : `begins with "${format}"`;
}
