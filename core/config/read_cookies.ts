import type { AuthConfig } from "./config.ts";
import { findDomainProblem } from "./origin/cookie_domain.ts";
import type { Problems } from "../errors/config_problems.ts";
import { readCookieOptions } from "./read_options.ts";
import type { Settings } from "./settings.ts";

/**
 * Reads the options of this library's cookies, and the bridges to those of
 * other libraries.
 */
export function readCookies(
  { cookies: options = {}, session = {} }: AuthConfig,
  { origin }: Pick<Settings, "origin">,
  problems: Problems,
): Pick<Settings, "cookies" | "accept"> {
  const cookies = readCookieOptions(options, problems);
  const dropped = origin && findDomainProblem(cookies.secure, origin);
  if (dropped) problems.add(dropped);
  return { cookies, accept: readAccept(session, cookies, problems) };
}

function readAccept(
  { accept = [], acceptUntil: until }: NonNullable<AuthConfig["session"]>,
  { secure, plain }: Settings["cookies"],
  { add }: Problems,
): Settings["accept"] {
  const [first] = accept;
  if (first === undefined) return null;
  if (typeof first.createAcceptance === "function") {
    const names = [secure.names.session, plain.names.session];
    return first.createAcceptance(accept, { until, names }, add);
  }
  add("`session.accept` must list bridges, like `fromAuthJs({ secret })`.");
  return null;
}
