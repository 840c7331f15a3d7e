/**
 * The log lines about sessions of other libraries.
 *
 * @module
 */

import { type AuthError, SessionError } from "../../core/errors/errors.ts";
import type { SessionContext } from "../../core/request/context.ts";
import { isFirstWarning } from "../../core/storage/process_cache.ts";
import type { BridgeRules, Refusal } from "./bridge.ts";

/** The milliseconds before the end during which the log announces it. */
const NEAR = 30 * 86_400_000;

/** Tells the operator, once per process, that accepting ends soon or has ended. */
export function logEnd(
  { now, effects, settings }: SessionContext,
  until: number,
): void {
  if (now < until - NEAR) return;
  if (!isFirstWarning(`accept until ${settings.key}`)) return;
  const date = new Date(until).toISOString().slice(0, 10);
  effects.log.warn(
    "session-accept",
    now < until
      ? `\`session.accept\` ends on ${date} (\`session.acceptUntil\`). Visitors who have not come back by then will have to sign in again.`
      : `\`session.accept\` ended on ${date}: remove it and \`session.acceptUntil\`.`,
  );
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

/** The types of errors around what a callback threw. */
const OF_CALLBACKS: readonly unknown[] = [
  "OAuthProfileParseError",
  "SessionError",
];
const MISTAKES = [TypeError, RangeError, ReferenceError, SyntaxError, URIError];

/** Whether code failed for this session, as it will each time. */
function isMistake(error: unknown): boolean {
  const { type, cause } = Object(error) as Partial<AuthError>;
  const thrown = OF_CALLBACKS.includes(type) ? cause?.err : error;
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
