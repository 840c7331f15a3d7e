import { toSecrets } from "../engine/secrets.ts";

/** The secrets of a Better Auth application. One of the two is required. */
export interface BetterAuthSecrets {
  /**
   * The option `secret` of the old application, or its variable
   * `BETTER_AUTH_SECRET` or `AUTH_SECRET`. Several are tried in order.
   */
  readonly secret?: string | readonly string[] | undefined;
  /**
   * The option `secrets` of the old application, or its variable
   * `BETTER_AUTH_SECRETS` with the form `2:newer,1:older`.
   */
  readonly secrets?: string | readonly VersionedSecret[] | undefined;
  /**
   * Whether secrets of fewer than 32 characters are accepted. A short secret
   * can be guessed, and its holder can sign in as any user until
   * `session.acceptUntil`. Default false.
   */
  readonly allowShortSecret?: boolean | undefined;
}

/** A secret of Better Auth's option `secrets`. */
export interface VersionedSecret {
  /** Its number. The bridge tries the secrets of all numbers. */
  readonly version: number;
  /** The secret itself. */
  readonly value: string;
}

/** The secret that Better Auth uses outside production if there is none: it is public. */
const PUBLIC = "better-auth-secret-12345678901234567890";

/**
 * Returns all secrets as a list.
 *
 * @throws TypeError if there is none, one is public or too short, or the
 * versions cannot be read
 */
export function toAllSecrets(options: BetterAuthSecrets): readonly string[] {
  const { secret = [], secrets = [], allowShortSecret } = options;
  const texts = typeof secret === "string" ? [secret] : secret;
  const list = toSecrets("fromBetterAuth", {
    // Where both variables are in use, an empty one counts as unset.
    secret: [...toValues(secrets), ...texts].filter((one) => one !== ""),
    allowShortSecret,
  });
  if (!list.includes(PUBLIC)) return list;
  throw new TypeError(
    "fromBetterAuth: this is the secret that Better Auth uses if it has none. Everyone knows it, so sessions made with it prove nothing: leave out the bridge.",
  );
}

function toValues(
  secrets: string | readonly VersionedSecret[],
): readonly string[] {
  if (typeof secrets !== "string") return secrets.map(({ value }) => value);
  return secrets.split(",").filter((one) => one.trim() !== "").map((one) => {
    const [, value] = /^\s*\d+:(.*\S)\s*$/.exec(one) ?? [];
    if (value !== undefined) return value.trim();
    throw new TypeError(
      "fromBetterAuth: `secrets` needs the form `2:newer,1:older`, as in BETTER_AUTH_SECRETS.",
    );
  });
}
