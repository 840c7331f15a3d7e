/**
 * Keeps the hints that show a provider which of its sessions a sign-out means,
 * apart from the session: in the application's store, else in a cookie of their
 * own. They belong to the sign-in and not to the session's id, which rotations
 * change.
 *
 * @module
 */

import type { Purpose } from "../crypto/keys.ts";
import { open, seal } from "../crypto/seal.ts";
import type { CookieChange } from "../http/cookies.ts";
import type { Authentication, LogoutHints } from "../model/authentication.ts";
import type { SessionContext } from "../request/context.ts";
import { isFirstWarning } from "../storage/process_cache.ts";
import { countTokens, listTexts } from "./cookie_tokens.ts";
import { toPlace } from "./place.ts";

/** Seconds. The longest life of hints if sessions never have to end. */
const LONGEST = 400 * 86_400;
/** The limit on session, tokens and hints together, in characters: proxies refuse 8 kB of cookies. */
const MAX_TOGETHER = 7_000;
/** The limit on values of one cookie that are tried, and on cookies that are cleared. */
const MAX_TRIED = 2;
const MAX_CLEARED = 5;
/**
 * The end of the cookie's name. No provider's id has this character, and so no
 * cookie with tokens does.
 */
const SUFFIX = "~logout";

/** A sign-in and its hints. */
interface SignedIn {
  readonly authentication: Authentication;
  /** Absent: signing out does not lead to the provider. */
  readonly logoutHints?: LogoutHints | undefined;
}

/**
 * Keeps the hints of a sign-in that has started a session. Those of this
 * browser's earlier sign-ins are removed. If they cannot be kept, the provider
 * may ask the user whether to sign out, and nothing else changes.
 *
 * @param cookies the changes that start the session; none: it is already over
 */
export async function keepLogoutHints(
  ctx: SessionContext,
  { authentication, logoutHints }: SignedIn,
  cookies: readonly CookieChange[],
): Promise<readonly CookieChange[]> {
  if (cookies.length === 0) return [];
  const keys = [...ctx.jar.tokens.keys()].map((key) => key.split(".")[0] ?? "")
    .filter((key) => key.endsWith(SUFFIX));
  const cleared = [...new Set(keys)].slice(0, MAX_CLEARED)
    .map((key) => ({ role: "tokens", key, value: null }) as const);
  if (logoutHints === undefined) return cleared;
  if (!ctx.settings.hasOwnStore) {
    const cookie = await toFitting(
      ctx,
      { authentication, logoutHints },
      cookies,
    );
    return cookie === null ? cleared : [...cleared, cookie];
  }
  try {
    const [name = ""] = await toNames(ctx, authentication);
    const value = await sealHints(ctx, { authentication, logoutHints });
    await ctx.effects.store.set(name, value, toMaxAge(ctx));
  } catch (error) {
    ctx.effects.log.error(error as Error);
  }
  return cleared;
}

/** Makes the cookie, without the ID token if that is too large; null: there is no room for anything. */
async function toFitting(
  ctx: SessionContext,
  { authentication, logoutHints = {} }: SignedIn,
  others: readonly CookieChange[],
): Promise<CookieChange | null> {
  const { login } = logoutHints;
  const key = authentication.provider + SUFFIX;
  for (
    const hints of [logoutHints, ...login === undefined ? [] : [{ login }]]
  ) {
    const value = await sealHints(ctx, { authentication, logoutHints: hints });
    const cookie = {
      role: "tokens",
      key,
      value,
      maxAge: toMaxAge(ctx),
      isBrief: others.some((one) => one.role === "session" && one.isBrief),
    } as const;
    if (fits(ctx, [...others, cookie])) return cookie;
    tellTooLarge(ctx, authentication);
  }
  return null;
}

async function sealHints(
  ctx: SessionContext,
  { authentication, logoutHints }: SignedIn,
): Promise<string> {
  const { settings: { keyring }, now } = ctx;
  const payload = { of: toSignIn(ctx, authentication), hints: logoutHints };
  return await seal(keyring, toPurpose(ctx, authentication), payload, now);
}

/** Finds the hints of the sign-in that began a session; null: none were kept. */
export async function findLogoutHints(
  ctx: SessionContext,
  authentication: Authentication,
): Promise<LogoutHints | null> {
  const { settings, jar, effects, now } = ctx;
  const of = toSignIn(ctx, authentication);
  const purpose = toPurpose(ctx, authentication);
  const stored = settings.hasOwnStore
    ? await effects.store.get(await toNames(ctx, authentication))
    : [];
  const sent = listTexts(jar, authentication.provider + SUFFIX);
  for (const text of [...stored, ...sent.slice(0, MAX_TRIED)]) {
    if (text === null) continue;
    const opened = await open(settings.keyring, purpose, text, now);
    // Only `sealHints` seals for this purpose.
    if (opened?.payload.of === of) return opened.payload.hints as LogoutHints;
  }
  return null;
}

/**
 * Forgets the hints of a sign-in whose session has ended. A cookie with them is
 * cleared with that of the session.
 */
export async function forgetLogoutHints(
  ctx: SessionContext,
  authentication: Authentication,
): Promise<void> {
  if (!ctx.settings.hasOwnStore) return;
  for (const name of await toNames(ctx, authentication)) {
    await ctx.effects.store.delete(name);
  }
}

/** Names a sign-in at the provider, by what the session remembers of it. */
function toSignIn(
  { settings }: SessionContext,
  { provider, iss, sub, sid, iat }: Authentication,
): string {
  const place = toPlace(settings, provider);
  return JSON.stringify(["logout", provider, place, iss, sub, sid, iat]);
}

/** Names the entry of a sign-in in the store: one name for each secret, newest first. */
async function toNames(
  ctx: SessionContext,
  authentication: Authentication,
): Promise<readonly string[]> {
  const { keyring } = ctx.settings;
  const names = await keyring.namesOf(toSignIn(ctx, authentication));
  return names.map((name) => `logout:${name}`);
}

/** In a store, too, values are sealed for the cookie's name: each opens where it belongs. */
function toPurpose(
  ctx: SessionContext,
  { provider }: Authentication,
): Purpose {
  const cookie = `${ctx.policy.names.tokens}.${provider}${SUFFIX}`;
  return { name: "tokens", cookie, maxAge: toMaxAge(ctx) };
}

function toMaxAge({ settings }: SessionContext): number {
  return Math.ceil(Math.min(settings.session.absoluteMaxAge, LONGEST));
}

/** Whether the browser has room for the cookies. */
function fits(
  ctx: SessionContext,
  cookies: readonly CookieChange[],
): boolean {
  const written = cookies.map(({ role, value }) =>
    role === "session" || role === "tokens" ? value?.length ?? 0 : 0
  );
  const sum = written.reduce((sum, one) => sum + one, countKept(ctx));
  return sum <= MAX_TOGETHER;
}

/** Counts the characters of the tokens in cookies; those of this sign-in are sealed later. */
function countKept({ settings, jar, tokenChanges }: SessionContext): number {
  const { keep, providers = [] } = settings.tokens ?? {};
  if (keep !== "cookie") return 0;
  return providers.reduce((sum, id) => {
    const changed = tokenChanges?.changed.get(id);
    return sum +
      (changed === undefined
        ? countTokens(jar, id)
        : 300 + JSON.stringify(changed).length * 4 / 3);
  }, 0);
}

function tellTooLarge(
  { effects }: SessionContext,
  { provider }: Authentication,
): void {
  if (!isFirstWarning(`logout hints ${provider}`)) return;
  effects.log.warn(
    "logout",
    `The ID token of provider "${provider}" is too large for a cookie beside the session, so signing out there may ask the user to confirm. Set a \`store\`, where it has room.`,
  );
}
