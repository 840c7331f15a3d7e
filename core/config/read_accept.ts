import type { AuthConfig } from "./config.ts";
import type { Problems } from "../errors/config_problems.ts";
import type { Settings } from "./settings.ts";

/** Reads the sessions of other libraries that are accepted; null: none. */
export function readAccept(
  { accept = [], acceptUntil }: NonNullable<AuthConfig["session"]>,
  { add }: Problems,
): Settings["accept"] {
  const [first] = accept;
  if (first === undefined) return null;
  if (typeof first.createAcceptance === "function") {
    return first.createAcceptance(accept, acceptUntil, add);
  }
  add("`session.accept` must list bridges, like `fromAuthJs({ secret })`.");
  return null;
}
