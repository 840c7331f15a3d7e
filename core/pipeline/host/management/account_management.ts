/**
 * Functions for an account page: lists of sessions and passkeys, and ways to
 * remove a sign-in method.
 *
 * @module
 */

import * as passkeys from "../../../accounts/passkeys.ts";
import type {
  PasskeyChoice,
  PasskeyInfo,
  PasskeyName,
} from "../../../accounts/passkeys.ts";
import * as accounts from "../../../accounts/unlink.ts";
import type { AccountChoice } from "../../../accounts/unlink.ts";
import type { ConfigSource } from "../../../config/config.ts";
import { ConfigurationError, SignInRequired } from "../../../errors/errors.ts";
import { readClock } from "../../../runtime/clock.ts";
import { readEnv } from "../../../runtime/env.ts";
import type { Cookie } from "../../../http/cookie_policy.ts";
import type { Revocation } from "../../../session/revocation/revocation.ts";
import { assertFresh } from "../../../session/fresh.ts";
import { resolveSettings } from "../../../config/resolve_settings.ts";
import {
  createProviderContext,
  type ProviderContext,
  type SessionContext,
} from "../../../request/context.ts";
import {
  readSessionList,
  type SessionInfo,
  type SessionPage,
  type SessionPageOptions,
} from "../../../session/rows/list.ts";
import { toStrategy } from "../../../session/strategy.ts";
import { assertRevocation, assertUserId } from "./user_ids.ts";
import type { SignInAccount } from "./sign_in_account.ts";
import type { HostRequest } from "../host_request.ts";
import { toNoticeContext } from "./notice_context.ts";
import { removeAll } from "../../../vault/keeper_store.ts";
import { loadOAuth } from "../../../methods/load_oauth.ts";
import { tellRemoved } from "../../../methods/passkey/tell.ts";
import { endSessions } from "../../../session/revocation/end_sessions.ts";
import { toAdapter } from "../../../session/rows/row.ts";
import { readSessionPage } from "../../../session/rows/list_page.ts";
import { visitAnew } from "../errands.ts";

/** Lists the sessions of the current user, or a page of them. */
export function listSessions(
  request: HostRequest,
  page?: SessionPageOptions,
): Promise<SessionInfo[] | SessionPage> {
  return readList<SessionInfo[] | SessionPage>(request, {
    refused: page === undefined ? [] : { sessions: [], cursor: null },
    read: async (ctx) =>
      page === undefined
        ? await readSessionList(ctx)
        : await readSessionPage(ctx, page),
  });
}

/** What belongs to the current user. */
interface Reading<T> {
  /** The answer to a request that is refused. */
  readonly refused: T;
  readonly read: (ctx: SessionContext) => Promise<T>;
}

async function readList<T>(
  request: HostRequest,
  { refused, read }: Reading<T>,
): Promise<T> {
  const { value } = await visitAnew<T>(request, {
    refused,
    changes: false,
    act: async (ctx) => ({ value: await read(ctx), cookies: [] }),
  });
  return value;
}

/** Returns the account that the current user signed in with; null without a session. */
export function getAccount(
  request: HostRequest,
): Promise<SignInAccount | null> {
  return readList<SignInAccount | null>(request, {
    refused: null,
    read: async (ctx) => {
      const present = await toStrategy(ctx).find(ctx);
      const { provider, iss, sub } = present?.authentication ?? {};
      if (provider === undefined || sub === undefined) return null;
      return { provider, providerAccountId: sub, issuer: iss ?? null };
    },
  });
}

/**
 * Unlinks a sign-in method of the current user, who must have signed in
 * recently. The session gets a new id, since the user's rights have changed.
 */
export async function unlinkAccount(
  request: HostRequest,
  choice: AccountChoice,
): Promise<readonly Cookie[]> {
  const visit = await visitAnew<boolean>(request, {
    refused: false,
    changes: true,
    act: async (ctx) => {
      if (ctx.effects.adapter === null) {
        throw new ConfigurationError(["`unlinkAccount` needs an `adapter`."]);
      }
      const strategy = toStrategy(ctx);
      const present = await strategy.find(ctx);
      if (present === null) return { value: false, cookies: [] };
      assertFresh(ctx, present);
      const { userId } = present;
      const { kept, passkey } = await accounts
        .unlinkAccount(ctx, userId, choice);
      if (passkey !== null) {
        await tellRemoved(toNoticeContext(request, ctx), userId, passkey);
      }
      if (kept !== null) {
        const { revokeTokens } = await loadOAuth();
        await revokeTokens(ctx, kept, "unlink");
      }
      return { value: true, cookies: await strategy.rotate(ctx) };
    },
  });
  if (visit.value) return visit.cookies;
  throw new SignInRequired("Unlinking needs a live session.");
}

/** Lists the passkeys of the current user. */
export function listPasskeys(request: HostRequest): Promise<PasskeyInfo[]> {
  return readList<PasskeyInfo[]>(request, {
    refused: [],
    read: passkeys.readPasskeys,
  });
}

/**
 * Removes a passkey of the current user, who must have signed in recently, and
 * tells them by a mail. The session gets a new id, since the user's rights have
 * changed.
 */
export async function removePasskey(
  request: HostRequest,
  which: PasskeyChoice,
): Promise<readonly Cookie[]> {
  const visit = await visitAnew<boolean>(request, {
    refused: false,
    changes: true,
    act: async (ctx) => {
      const strategy = toStrategy(ctx);
      const present = await strategy.find(ctx);
      assertFresh(ctx, present);
      const { userId } = present;
      await passkeys.removePasskey(ctx, userId, which);
      const { credentialID } = which;
      await tellRemoved(toNoticeContext(request, ctx), userId, credentialID);
      return { value: true, cookies: await strategy.rotate(ctx) };
    },
  });
  if (visit.value) return visit.cookies;
  throw new SignInRequired("Removing a passkey needs a live session.");
}

/** Names a passkey of the current user, who must have signed in recently. */
export async function renamePasskey(
  request: HostRequest,
  which: PasskeyName,
): Promise<readonly Cookie[]> {
  const { value, cookies } = await visitAnew<boolean>(request, {
    refused: false,
    changes: true,
    act: async (ctx) => {
      const present = await toStrategy(ctx).find(ctx);
      // The owner decides by the name which passkey to remove.
      assertFresh(ctx, present);
      await passkeys.renamePasskey(ctx, present.userId, which);
      return { value: true, cookies: [] };
    },
  });
  if (value) return cookies;
  throw new SignInRequired("Naming a passkey needs a live session.");
}

/** Revokes one session, all sessions of a user, or all sessions. */
export async function revokeSessions<R extends object>(
  source: ConfigSource<R>,
  what: Revocation,
): Promise<void> {
  const config = toConfig(source, "revoke");
  // A process that only ends sessions need not have the providers' variables.
  const settings = resolveSettings({ ...config, providers: [] }, readEnv);
  assertRevocation(config, what);
  const now = readClock();
  await endSessions(createProviderContext(settings, now), what, now);
}

/**
 * Deletes a stored user, and then their sessions and tokens, so that a sign-in
 * in progress leaves none. After a failure it can be called again.
 */
export async function deleteUser<R extends object>(
  source: ConfigSource<R>,
  id: string,
): Promise<void> {
  const config = toConfig(source, "deleteUser");
  // Providers that depend on a request keep no tokens that could be found here.
  const providers = typeof config.providers === "function"
    ? []
    : config.providers;
  // A copy, because settings are kept for a configuration, and its requests may
  // have an environment of their own.
  const settings = resolveSettings({ ...config, providers }, readEnv);
  assertUserId(config, id, "deleteUser");
  if (typeof settings.adapter?.deleteUser !== "function") {
    throw new ConfigurationError([
      "`deleteUser` needs an `adapter` with a method of that name.",
    ]);
  }
  const ctx = createProviderContext(settings, readClock());
  await removeUser(ctx, id, "application");
}

/** Deletes a stored user, and then their sessions and tokens. */
export async function removeUser(
  ctx: ProviderContext,
  id: string,
  by: "user" | "application",
): Promise<void> {
  await toAdapter(ctx).deleteUser(id);
  await ctx.effects.emit("userDeleted", { userId: id, by });
  await endSessions(ctx, { user: id }, readClock());
  if (ctx.settings.tokens?.keep !== "store") return;
  await removeAll(createProviderContext(ctx.settings, readClock()), id);
}

/** Returns the configuration for work without a request. */
export function toConfig<R extends object>(
  source: ConfigSource<R>,
  name: string,
): Exclude<ConfigSource<R>, (request: R) => unknown> {
  if (typeof source !== "function") return source;
  throw new ConfigurationError([
    `\`${name}\` needs a configuration that is not a function: a store is shared by all requests.`,
  ]);
}
