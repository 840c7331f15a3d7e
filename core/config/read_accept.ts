import type { AuthConfig } from "./config.ts";
import type { Problems } from "../errors/config_problems.ts";
import type { Settings } from "./settings.ts";

/** Reads the sessions of other libraries that are accepted; null: none. */
export function readAccept(
  { accept = [], acceptUntil }: NonNullable<AuthConfig["session"]>,
  problems: Problems,
): Settings["accept"] {
  const [first] = accept;
  if (first === undefined) return null;
  const until = Number(new Date(acceptUntil ?? NaN));
  if (Number.isNaN(until)) {
    problems.add(
      '`session.acceptUntil` must be the date at which `session.accept` ends, like "2027-03-01".',
    );
    return null;
  }
  try {
    return first.createAcceptance(accept, until);
  } catch {
    problems.add(
      "`session.accept` must list bridges, like `fromAuthJs({ secret })` of @latchkey/auth/migrate/authjs.",
    );
    return null;
  }
}
