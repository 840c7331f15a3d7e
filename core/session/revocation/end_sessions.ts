import type { Events } from "../../config/callbacks.ts";
import { ConfigurationError } from "../../errors/errors.ts";
import type { Settings } from "../../config/settings.ts";
import {
  createProviderContext,
  type ProviderContext,
} from "../../request/context.ts";
import { CLOCK_TOLERANCE } from "../../runtime/clock.ts";
import { toAcceptance } from "../acceptance.ts";
import { forgetDevices } from "./device_mark.ts";
import { endToken } from "../jwt/end_tokens.ts";
import { endLineage } from "./lineage.ts";
import { toPublicId } from "./marks.ts";
import type { Revocation } from "./revocation.ts";
import { revokeGroup, toMoment } from "./revoke.ts";
import { endRow, toAdapter } from "../rows/row.ts";

/**
 * Ends sessions of either strategy: rows are removed if the adapter can,
 * everything else is ended by a mark in the store that each read checks.
 *
 * @throws AdapterError, StoreError, or ConfigurationError if the adapter does
 * not support it
 */
export async function endSessions(
  ctx: EndContext,
  what: Revocation,
  now: number,
): Promise<void> {
  await endUntold(ctx, what, now);
  const told = await toMessage(ctx.settings, what);
  await ctx.effects.emit("sessionRevoked", told);
}

/** What ends sessions, and tells of it. */
type EndContext = Pick<ProviderContext, "settings" | "effects">;

type Message = Parameters<NonNullable<Events["sessionRevoked"]>>[0];

async function toMessage(
  settings: Settings,
  what: Revocation,
): Promise<Message> {
  if (what.session !== undefined) {
    const sessionId = await toPublicId(settings, what.session);
    return { what: "session", sessionId };
  }
  const before = what.before === undefined
    ? {}
    : { before: new Date(what.before) };
  return what.user === undefined
    ? { what: "all", ...before }
    : { what: "user", userId: what.user, ...before };
}

/**
 * Ends sessions without notifying the application. The browsers that the user
 * signed in with before are no longer known: one of them may be the reason.
 *
 * @throws the errors of {@link endSessions}
 */
export async function endUntold(
  { settings }: EndContext,
  what: Revocation,
  now: number,
): Promise<void> {
  await end(settings, what, now);
  if (what.session !== undefined) return;
  await forgetDevices(settings, what.user ?? null, toMoment(what, now));
}

async function end(
  settings: Settings,
  what: Revocation,
  now: number,
): Promise<void> {
  const isToken = what.session !== undefined &&
    settings.strategy !== "database";
  if (!isToken) await toAcceptance(settings)?.refuse(settings, what);
  if (settings.strategy !== "database") {
    return what.session === undefined
      ? await revokeGroup(settings, what, now)
      : await endToken(settings, what.session);
  }
  const adapter = toAdapter(createProviderContext(settings, now));
  if (what.session !== undefined) {
    return await endLineage(
      settings,
      what.session,
      (key) => endRow(adapter, key),
    );
  }
  if (!adapter.has("deleteSessionsByUserId")) {
    return await revokeGroup(settings, what, now);
  }
  const isAll = what.before === undefined || toMoment(what, now) >= now - 1;
  if (!isAll && !adapter.keepsDetails) {
    throw new ConfigurationError([
      "`before` needs an adapter with `sessionDetails`: this one does not keep when a session began.",
    ]);
  }
  const before = isAll ? {} : { before: new Date(toMoment(what, now)) };
  try {
    // A rotation in progress would bring one of these rows back, and a sign-in
    // in progress stores another one: both check for this mark.
    await revokeGroup(settings, what, now, UNDER_WAY);
  } finally {
    await adapter.deleteSessionsByUserId(what.user ?? null, before);
  }
}

/** Seconds that a sign-in may take until its session is stored. */
export const SLOWEST = 600;
/** Seconds after which an operation that began earlier is over, by any clock within the tolerance. */
const UNDER_WAY = SLOWEST + CLOCK_TOLERANCE;
