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
import {
  AdapterError,
  ConfigurationError,
  InvalidRequest,
  StoreError,
} from "../../../errors/errors.ts";
import type { NoticeContext } from "../../../methods/password/notices/notify.ts";
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

/** What is removed, and who waits for the mail. */
export interface ResetOptions extends Pick<NoticeContext, "waitUntil"> {
  /** The authenticator app; the recovery codes go with the last one. Default: all factors. */
  readonly app?: string;
}

/**
 * Removes the second factors of a user, or one of their apps, and ends their
 * sessions, for an administrator.
 */
export async function resetFactors<R extends object>(
  source: ConfigSource<R>,
  id: string,
  { app, ...options }: ResetOptions = {},
): Promise<void> {
  const { ctx, user } = await findOwner(source, id);
  if (app === undefined) await removeFactors(ctx, id);
  else {
    const left = await changeFactors(ctx, id, (all) => removeApp(all, app));
    if (left === null) throw new InvalidRequest("The user has no such app.");
  }
  const factor = app === undefined ? "all" : "totp";
  await endAfterRemoval(
    ctx,
    id,
    () => tellReset({ ...ctx, ...options }, user, factor),
  );
}

/**
 * Ends the sessions of a user from whom a factor was removed, and tells of the
 * removal even if that fails: whoever calls again may find nothing to remove,
 * and tell nobody.
 *
 * @throws AdapterError or StoreError, which say that the factor is gone
 */
export async function endAfterRemoval(
  ctx: Pick<ProviderContext, "settings" | "effects">,
  id: string,
  tell: () => Promise<void>,
): Promise<void> {
  try {
    await endSessions(ctx, { user: id }, readClock());
  } catch (cause) {
    const Failure = cause instanceof AdapterError ? AdapterError : StoreError;
    throw new Failure(
      "Factors removed, sessions not ended: end the user's sessions by `revoke` or `users end-sessions`.",
      { cause },
    );
  } finally {
    await tell();
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
