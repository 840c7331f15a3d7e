/**
 * Logs why a session cookie gave no session. Visitors only see that they are
 * signed out; the operator needs the reason.
 *
 * @module
 */

import type { SessionContext } from "../../request/context.ts";
import type { Opened } from "../../crypto/seal.ts";
import { readHeader } from "../../crypto/keys.ts";
import { isFirstWarning } from "../../storage/process_cache.ts";
import { toAudience } from "../audience.ts";
import { toPurpose } from "./codec.ts";
import { isSessionClaims } from "../decide.ts";

/** The reason why a session cookie gives no session. */
type Reason =
  | "secret"
  | "codec"
  | "altered"
  | "expired"
  | "future"
  | "claims"
  | "audience";

/**
 * The number of different cookies that counts as many; one browser that repeats
 * itself says nothing about the secret.
 */
const MANY = 10;
/** The limit on cookies that are told apart; more say nothing new. */
const MAX_COUNTED = 1000;
/** The end of a sealed value is its authentication tag, which tells cookies apart. */
const TAG_LENGTH = 22;

/**
 * Logs one line per process and reason, and one warning when most cookies were
 * sealed with a secret that is no longer configured.
 */
export async function tellUnopened(
  ctx: SessionContext,
  text: string,
  opened: Opened | null,
): Promise<null> {
  const { session } = ctx.policy.names;
  // A bearer token may be anything; only the library's own cookie is worth a log line.
  if (![...ctx.jar.seen].some((name) => name.startsWith(session))) return null;
  const reason = opened === null
    ? await findSealReason(ctx, text)
    : findClaimsReason(ctx, opened.payload);
  if (isFirstWarning(`session cookie ${reason}`)) {
    const why = describe(ctx, reason, opened);
    ctx.effects.log.warn(
      "session-cookie",
      `${why} This process does not log further cookies of this kind.`,
    );
  }
  if (reason === "secret" || reason === "codec") countLost(ctx, text);
  return null;
}

async function findSealReason(
  ctx: SessionContext,
  text: string,
): Promise<Reason> {
  const { decode, keyring } = ctx.settings.jwt;
  if (decode !== undefined) return "codec";
  const [header = ""] = text.split(".", 1);
  const kid = readHeader(header);
  if (kid === null) return "altered";
  if (!(await keyring.ids()).includes(kid.secretId)) return "secret";
  const today = Math.floor(ctx.now / 86_400_000);
  const key = await keyring.opening(toPurpose(ctx), header, today);
  if (key !== null) return "altered";
  return kid.day > today ? "future" : "expired";
}

function findClaimsReason(
  ctx: SessionContext,
  payload: Opened["payload"],
): Reason {
  if (!isSessionClaims(payload)) return "claims";
  if (payload.aud !== undefined && payload.aud !== toAudience(ctx)) {
    return "audience";
  }
  const { iat, auth_time, nbf = iat } = payload;
  if (Math.max(iat, auth_time, Number(nbf)) > ctx.now / 1000) return "future";
  // A missing audience is also a mismatch if there are several hosts.
  return payload.aud === undefined && ctx.settings.trustsSeveral
    ? "audience"
    : "expired";
}

function describe(
  ctx: SessionContext,
  reason: Reason,
  opened: Opened | null,
): string {
  const name = ctx.policy.names.session;
  const texts: Record<Reason, () => string> = {
    secret: () =>
      "A session cookie did not open: its key is unknown, because it was sealed with a secret that is not configured. Its user has to sign in again. When you change the secret, keep the old one in the list behind the new one: `secret: [new, old]`, or the new one in AUTH_SECRET_1 and the old one in AUTH_SECRET.",
    codec: () =>
      "A session cookie did not open: `jwt.decode` threw, or returned no claims. If it changed, it has to accept what the old `jwt.encode` wrote until those sessions have ended.",
    altered: () =>
      `A session cookie did not open: its value was changed or cut short, or this library did not write it. Find out whether a proxy shortens cookies, or another application sets "${name}"; \`cookies.sessionToken.name\` gives this one a name of its own.`,
    expired: () =>
      "A session cookie had expired, and the browser still sent it. If users are signed out too early, compare `session.maxAge`, `session.absoluteMaxAge` and the clocks of your machines.",
    future: () =>
      "A session cookie was sealed in the future: compare the clocks of your machines.",
    claims: () =>
      "A session cookie opened, but lacks one of the claims sub, sid, iat, auth_time and exp. `jwt.encode` and `jwt.decode` must keep them.",
    audience: () =>
      `A session cookie is for "${
        opened?.payload.aud ?? "no origin"
      }", and this request is for "${
        toAudience(ctx)
      }". If both are this application, set AUTH_URL (or \`origin\` and \`basePath\`) to its public address; if not, give one of them another cookie name.`,
  };
  return texts[reason]();
}

function countLost(
  ctx: SessionContext,
  text: string,
): void {
  const { tally } = ctx.settings.jwt.keyring;
  if (tally.lost.size < MAX_COUNTED) tally.lost.add(text.slice(-TAG_LENGTH));
  const { lost: { size }, opened } = tally;
  if (size < MANY || size <= opened) return;
  if (!isFirstWarning("session cookies lost")) return;
  const remedy = ctx.settings.jwt.decode === undefined
    ? "put it back, behind the new one if there is one: `secret: [new, old]`, or the new one in AUTH_SECRET_1 and the old one in AUTH_SECRET. Every process needs the same secrets, and a restart must not make new ones"
    : "look at what `jwt.decode` needs";
  ctx.effects.log.warn(
    "session-secret",
    `Most session cookies do not open: ${size} that did not, ${opened} reads of one that did. If the secret was lost, all users are signed out: ${remedy}.`,
  );
}
