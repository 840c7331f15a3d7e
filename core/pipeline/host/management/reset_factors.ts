/**
 * Functions by which an administrator removes the second factors of a user, who
 * has lost them.
 *
 * @module
 */

import { removeApp } from "../../../accounts/factors/factors.ts";
import {
  changeFactors,
  keepsFactors,
  removeFactors,
} from "../../../accounts/factors/stored_factors.ts";
import type { ConfigSource } from "../../../config/config.ts";
import { resolveSettings } from "../../../config/resolve_settings.ts";
import { ConfigurationError, InvalidRequest } from "../../../errors/errors.ts";
import { tellReset } from "../../../methods/second_factor/tell.ts";
import type { AdapterUser } from "../../../model/adapter.ts";
import {
  createProviderContext,
  type ProviderContext,
} from "../../../request/context.ts";
import { readClock } from "../../../runtime/clock.ts";
import { readEnv } from "../../../runtime/env.ts";
import { endSessions } from "../../../session/revocation/end_sessions.ts";
import { toAdapter } from "../../../session/rows/row.ts";
import { assertUserId } from "./user_ids.ts";

/**
 * Removes the second factors of a user, and ends their sessions, for an
 * administrator.
 */
export async function resetFactors<R extends object>(
  source: ConfigSource<R>,
  id: string,
): Promise<void> {
  const { ctx, user } = await findOwner(source, id);
  await removeFactors(ctx, id);
  await endSessions(ctx, { user: id }, readClock());
  await tellReset(ctx, user);
}

/**
 * Removes an authenticator app of a user, and ends their sessions, for an
 * administrator. Without an app, the recovery codes go as well.
 */
export async function resetTotp<R extends object>(
  source: ConfigSource<R>,
  id: string,
  app: string,
): Promise<void> {
  const { ctx, user } = await findOwner(source, id);
  const left = await changeFactors(ctx, id, (all) => removeApp(all, app));
  if (left === null) throw new InvalidRequest("The user has no such app.");
  try {
    await endSessions(ctx, { user: id }, readClock());
  } finally {
    // A second call would find no such app, and tell nobody.
    await tellReset(ctx, user, "totp");
  }
}

/** Finds the user whose factors an administrator resets. */
async function findOwner<R extends object>(
  source: ConfigSource<R>,
  id: string,
): Promise<{ readonly ctx: ProviderContext; readonly user: AdapterUser }> {
  if (typeof source === "function") {
    throw new ConfigurationError([
      "`resetFactors` needs a configuration that is not a function.",
    ]);
  }
  const settings = resolveSettings(source, readEnv);
  assertUserId(source, id, "resetFactors");
  const ctx = createProviderContext(settings, readClock());
  if (!keepsFactors(ctx)) {
    throw new ConfigurationError([
      "`resetFactors` needs the provider `Password`.",
    ]);
  }
  const user = await toAdapter(ctx).getUser(id);
  if (user === null) throw new InvalidRequest("There is no such user.");
  return { ctx, user };
}
