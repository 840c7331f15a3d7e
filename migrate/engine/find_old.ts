import {
  OAuthProfileParseError,
  SessionError,
} from "../../core/errors/errors.ts";
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

/**
 * Opens every session of one library that a browser sends.
 *
 * @throws AdapterError or StoreError, or what the application's function threw
 * if that was no mistake of its code
 */
export async function openAll(
  ctx: SessionContext,
  bridge: BridgeRules,
  cookies: OldCookies,
): Promise<readonly UserSession[]> {
  const sessions: UserSession[] = [];
  for (const candidate of bridge.candidates(cookies)) {
    try {
      const opened = await findUser(ctx, await bridge.open(candidate, ctx));
      if (opened.kind === "session") sessions.push(opened.session);
      if (opened.kind === "refused") logRefusal(ctx, bridge, opened);
    } catch (error) {
      logBroken(ctx, bridge, error);
    }
  }
  return sessions;
}

/**
 * Logs one line per process and library for code that cannot read an old
 * session: its visitor would get an error page at every visit.
 *
 * @throws the error, if it is not a mistake of code. An outage must not look
 * like "signed out"
 */
export function logBroken(
  { effects, settings }: SessionContext,
  { name }: BridgeRules,
  error: unknown,
): void {
  if (!isMistake(error)) throw error;
  if (!isFirstWarning(`accept ${settings.key} ${name} broken`)) return;
  effects.log.error(
    new SessionError(
      `A session of ${name} was not accepted, because reading it threw; its visitor is signed out. Return null for sessions that your function does not know. This process does not log further ones.`,
      { cause: error },
    ),
  );
}

const MISTAKES = [TypeError, RangeError, ReferenceError, SyntaxError, URIError];

/** Whether code failed for this session, as it will each time. */
function isMistake(error: unknown): boolean {
  const isHost = error instanceof SessionError ||
    error instanceof OAuthProfileParseError;
  const thrown = isHost ? error.cause?.err : error;
  // `fetch` reports an outage as a TypeError with a cause.
  return thrown instanceof Error && thrown.cause === undefined &&
    MISTAKES.some((type) => thrown instanceof type);
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
