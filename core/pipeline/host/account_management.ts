/**
 * What a page about one's own account needs: the sessions that are open, and an
 * end to a way in.
 *
 * @module
 */

import { loadAccounts } from "../../accounts/load.ts";
import type { PasskeyChoice, PasskeyInfo } from "../../accounts/passkeys.ts";
import type { AccountChoice } from "../../accounts/unlink.ts";
import type { ConfigSource } from "../../config/config.ts";
import { ConfigurationError, SignInRequired } from "../../errors/errors.ts";
import { readClock } from "../../runtime/clock.ts";
import { readEnv } from "../../runtime/env.ts";
import type { Incoming } from "../../request/request_head.ts";
import type { Revocation } from "../../session/revocation/revocation.ts";
import { assertFresh } from "../../session/fresh.ts";
import { resolveSettings } from "../../config/settings.ts";
import type { SessionInfo } from "../../session/rows/list.ts";
import { toStrategy } from "../../session/strategy.ts";
import { type Visit, visitAnew } from "./session_access.ts";

type Head = Pick<Incoming, "origin" | "header">;

/**
 * The sessions of who is signed in.
 *
 * @param request the framework's request object
 */
export function listSessions<R extends object>(
  request: R,
  head: Head,
  source: ConfigSource<R>,
): Promise<Visit<SessionInfo[]>> {
  return visitAnew<SessionInfo[], R>(request, head, source, {
    refused: [],
    changes: false,
    act: async (ctx) => {
      const { readSessionList } = await loadAccounts();
      return { value: await readSessionList(ctx), cookies: [] };
    },
  });
}

/**
 * Takes a way in from who is signed in. What they may do has changed: the
 * session gets a new id.
 *
 * @param request the framework's request object
 */
export async function unlinkAccount<R extends object>(
  request: R,
  head: Head,
  source: ConfigSource<R>,
  choice: AccountChoice,
): Promise<Visit<boolean>> {
  const visit = await visitAnew<boolean, R>(request, head, source, {
    refused: false,
    changes: true,
    act: async (ctx) => {
      if (ctx.effects.adapter === null) {
        throw new ConfigurationError(["`unlinkAccount` needs an `adapter`."]);
      }
      const strategy = toStrategy(ctx);
      const present = await strategy.find(ctx);
      if (present === null) return { value: false, cookies: [] };
      const accounts = await loadAccounts();
      await accounts.unlinkAccount(ctx, present.userId, choice);
      return { value: true, cookies: await strategy.rotate(ctx) };
    },
  });
  if (visit.value) return visit;
  throw new SignInRequired("Unlinking needs a live session.");
}

/**
 * The passkeys of who is signed in.
 *
 * @param request the framework's request object
 */
export function listPasskeys<R extends object>(
  request: R,
  head: Head,
  source: ConfigSource<R>,
): Promise<Visit<PasskeyInfo[]>> {
  return visitAnew<PasskeyInfo[], R>(request, head, source, {
    refused: [],
    changes: false,
    act: async (ctx) => {
      const { readPasskeys } = await import("../../accounts/passkeys.ts");
      return { value: await readPasskeys(ctx), cookies: [] };
    },
  });
}

/**
 * Takes a passkey from who has just signed in. What they may do has changed:
 * the session gets a new id.
 *
 * @param request the framework's request object
 */
export async function removePasskey<R extends object>(
  request: R,
  head: Head,
  source: ConfigSource<R>,
  which: PasskeyChoice,
): Promise<Visit<boolean>> {
  const visit = await visitAnew<boolean, R>(request, head, source, {
    refused: false,
    changes: true,
    act: async (ctx) => {
      const strategy = toStrategy(ctx);
      const present = await strategy.find(ctx);
      assertFresh(ctx, present);
      const passkeys = await import("../../accounts/passkeys.ts");
      await passkeys.removePasskey(ctx, present.userId, which);
      return { value: true, cookies: await strategy.rotate(ctx) };
    },
  });
  if (visit.value) return visit;
  throw new SignInRequired("Removing a passkey needs a live session.");
}

/** Ends sessions: one, all of a person, or everybody's. */
export async function revokeSessions<R extends object>(
  source: ConfigSource<R>,
  what: Revocation,
): Promise<void> {
  // There is no request here that a function could be asked about.
  if (typeof source === "function") {
    throw new ConfigurationError([
      "`revoke` needs a configuration that is no function: a store is shared by all requests.",
    ]);
  }
  const config = { ...source, providers: [] };
  const { endSessions } = await loadAccounts();
  await endSessions(resolveSettings(config, readEnv), what, readClock());
}
