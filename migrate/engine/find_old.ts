import type { SessionContext } from "../../core/request/context.ts";
import { isFirstWarning } from "../../core/storage/process_cache.ts";
import type { BridgeRules, Refusal } from "./bridge.ts";
import { findUser, type UserSession } from "./find_user.ts";
import { type OldCookies, parseOldCookies } from "./old_cookies.ts";

/** A session of another library, and the bridge that opened it. */
export interface Found {
  readonly bridge: BridgeRules;
  readonly session: UserSession;
}

/**
 * Finds the session of another library that a browser sends. The first bridge
 * that opens one counts. Two sessions of one library that belong to different
 * users are refused, because one of them was planted.
 *
 * @throws AdapterError or StoreError
 */
export async function findOld(
  ctx: SessionContext,
  bridges: readonly BridgeRules[],
): Promise<Found | null> {
  const cookies = parseOldCookies(ctx.jar.header);
  for (const bridge of bridges) {
    if (cookies.isTooLong) logRefusal(ctx, bridge, { reason: "too large" });
    const [session, ...others] = await openAll(ctx, bridge, cookies);
    if (session === undefined) continue;
    if (others.every(({ userId }) => userId === session.userId)) {
      return { bridge, session };
    }
    ctx.effects.log.warn(
      "two-sessions",
      `A browser sent valid sessions of ${bridge.name} for two users; both were refused.`,
    );
    return null;
  }
  return null;
}

/** Opens every session of one library that a browser sends. */
export async function openAll(
  ctx: SessionContext,
  bridge: BridgeRules,
  cookies: OldCookies,
): Promise<readonly UserSession[]> {
  const sessions: UserSession[] = [];
  for (const candidate of bridge.candidates(cookies)) {
    const opened = await findUser(ctx, await bridge.open(candidate, ctx));
    if (opened.kind === "session") sessions.push(opened.session);
    if (opened.kind === "refused") logRefusal(ctx, bridge, opened);
  }
  return sessions;
}

const REASONS: Readonly<Record<Refusal, string>> = {
  forged:
    "it was altered, or made with another secret. Compare the bridge's secret with the old configuration",
  expired: "it had expired",
  malformed: "its content has another form than that library writes",
  "too large": "it is too large",
  unknown: "the application's tables or callbacks do not know its user",
  address:
    "a user with another account has the address of its person, who has to sign in",
  revoked: "its user signed out, or their sessions were revoked",
};

/** Logs one line per process, library and reason. */
export function logRefusal(
  { effects, settings }: SessionContext,
  { name }: BridgeRules,
  { reason, hint }: {
    readonly reason: Refusal;
    readonly hint?: string | undefined;
  },
): void {
  if (!isFirstWarning(`accept ${settings.key} ${name} ${reason}`)) return;
  const more = hint === undefined ? "" : ` ${hint}`;
  effects.log.warn(
    "session-accept",
    `A session of ${name} was not accepted: ${
      REASONS[reason]
    }.${more} This process does not log further ones of this kind.`,
  );
}
