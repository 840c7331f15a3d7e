/**
 * Signing out at the provider as well (OpenID Connect RP-Initiated Logout 1.0).
 *
 * @module
 */

import { keepSignOut } from "../../../attempts/sign_out_return.ts";
import { AuthError } from "../../../errors/errors.ts";
import type { LogoutHints } from "../../../model/authentication.ts";
import {
  isOAuth,
  type ResolvedOAuth,
} from "../../../providers/oauth/oauth_provider.ts";
import type { Context } from "../../../request/context.ts";
import type { Outcome } from "../../../request/outcome.ts";
import { limitTime } from "../../../runtime/timeout.ts";
import type { Presence } from "../../../session/session_strategy.ts";
import { toStrategy } from "../../../session/strategy.ts";
import { isFirstWarning } from "../../../storage/process_cache.ts";
import { forgetLogoutHints } from "../../../vault/logout_hints.ts";
import { findEndSessionUrl, toLogoutUrl } from "./end_session.ts";
import { findHints } from "./hints.ts";

/** Milliseconds to wait for what is kept, and for the provider's metadata. */
const PATIENCE = 3000;

/**
 * Sends the browser to the provider, once the session has ended here.
 *
 * @param target the URL to open after that
 * @returns null if the provider cannot be asked
 */
export type Leave = (target: string) => Promise<Outcome | null>;

/** The end of a session that is to end at the provider, too. */
interface Leaving {
  readonly provider: ResolvedOAuth;
  readonly present: Presence;
  readonly hints: LogoutHints;
}

/**
 * Finds the way to the provider that the user of this session signed in with,
 * while there is a session. It never fails: a failure is logged.
 *
 * @returns null if the sign-out is not to lead there
 */
export async function findLeave(ctx: Context): Promise<Leave | null> {
  const { federated } = ctx.request.form;
  try {
    const present = await toStrategy(ctx).find(ctx);
    const id = present?.authentication?.provider ?? "";
    const provider = ctx.settings.providers.get(id) ?? null;
    if (present === null || !isOAuth(provider)) return null;
    if (federated !== "true" && !provider.source.logout) return null;
    const hints = await findHintsInTime(ctx, provider, present);
    return (target) => leave(ctx, { provider, present, hints }, target);
  } catch (error) {
    ctx.effects.log.error(error as Error);
    return null;
  }
}

/** Finds the hints. Without them, the provider may ask the user. */
async function findHintsInTime(
  ctx: Context,
  provider: ResolvedOAuth,
  present: Presence,
): Promise<LogoutHints> {
  try {
    const found = findHints(ctx, provider, present);
    return await limitTime(found, PATIENCE, "Finding the ID token");
  } catch (error) {
    ctx.effects.log.error(error as Error);
    return {};
  }
}

async function leave(
  ctx: Context,
  leaving: Leaving,
  target: string,
): Promise<Outcome | null> {
  const { provider, present } = leaving;
  try {
    return await toDeparture(ctx, leaving, target);
  } catch (error) {
    const why = error instanceof AuthError
      ? error.message
      : "its metadata came too late.";
    ctx.effects.log.warn(
      "logout",
      `A user was signed out here, but not at provider "${provider.id}": ${why}`,
    );
    return null;
  } finally {
    await forget(ctx, present);
  }
}

async function toDeparture(
  ctx: Context,
  { provider, present: { authentication }, hints }: Leaving,
  target: string,
): Promise<Outcome | null> {
  const asked = findEndSessionUrl(ctx, provider);
  const url = await limitTime(asked, PATIENCE, "The metadata");
  if (authentication === null) return null;
  if (url === null) {
    tellNone(ctx, provider);
    return null;
  }
  const kept = await keepSignOut(ctx, provider, target);
  const request = { ...kept, url, hints, authentication };
  return {
    kind: "redirect",
    url: toLogoutUrl(provider, request),
    cookies: kept.cookies,
    leaveFor: provider.name,
  };
}

async function forget(
  ctx: Context,
  { authentication }: Presence,
): Promise<void> {
  if (authentication === null) return;
  try {
    await forgetLogoutHints(ctx, authentication);
  } catch (error) {
    ctx.effects.log.error(error as Error);
  }
}

function tellNone(ctx: Context, { id, issuer }: ResolvedOAuth): void {
  if (!isFirstWarning(`end session ${id} ${issuer}`)) return;
  ctx.effects.log.warn(
    "logout",
    `Provider "${id}" has no end-session endpoint, neither in its metadata nor as \`endSession\`, so users are signed out here only. Remove \`logout\`, or set \`endSession\` if the provider has one.`,
  );
}
