import { resolveSettings } from "../../../../config/resolve_settings.ts";
import { ConfigurationError } from "../../../../errors/errors.ts";
import { readEnv } from "../../../../runtime/env.ts";
import { checkSettings } from "../../../check_settings.ts";
import { findSource } from "../../instances.ts";
import { toConfig } from "../account_management.ts";
import { createActs } from "./acts.ts";
import { createReads } from "./reads.ts";
import type { UserDesk } from "./user_desk.ts";

/**
 * Creates what the command line's `users` calls.
 *
 * @param auth what `createAuth`, `ServerAuth` or another integration returned,
 * or the configuration
 * @param tell is given what the library logs meanwhile: errors, and sentences
 * @throws ConfigurationError for a configuration with mistakes, without an
 * adapter, or that is a function of the request or has one for `providers`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
 * import { createUserDesk } from "@latchkey/auth/doctor";
 *
 * const desk = createUserDesk({
 *   secret: "a random text of at least 32 characters",
 *   providers: [],
 *   adapter: createMemoryAdapter(),
 * }, console.error);
 * assert.equal(await desk.findByEmail("ada@example.com"), null);
 * ```
 */
export function createUserDesk(
  auth: object,
  tell: (said: Error | string) => void,
): UserDesk {
  const given = toConfig(findSource(auth), "users");
  const { providers } = given;
  if (typeof providers === "function") {
    throw new ConfigurationError([
      "`users` needs `providers` that are not a function: without a request it cannot know how people sign in. Export a configuration that lists them.",
    ]);
  }
  let warn = (_: string) => {};
  const logger = {
    error: (error: Error) => tell(error),
    warn: (_code: string, text: string) => warn(text),
    debug: () => {},
  };
  const config = { ...given, providers, logger };
  const settings = resolveSettings(config, readEnv);
  checkSettings(settings, readEnv);
  // Warnings about the configuration are for `doctor`.
  warn = tell;
  if (settings.adapter === null) {
    throw new ConfigurationError([
      "Without an `adapter`, no users are stored, so there is nobody to find.",
    ]);
  }
  const { strategy, audit } = settings;
  return {
    strategy,
    isAudited: audit !== null,
    ...createReads(settings),
    ...createActs(settings, config),
  };
}
