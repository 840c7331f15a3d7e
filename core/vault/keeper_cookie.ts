import { fromBase64url, toBase64url } from "../crypto/base64url.ts";
import { ConfigurationError, SessionTooLarge } from "../errors/errors.ts";
import type { SessionLife } from "../model/session_life.ts";
import type { ProviderContext, SessionContext } from "../request/context.ts";
import { toStrategy } from "../session/strategy.ts";
import {
  type CookieTokens,
  countTokens,
  openTokens,
  sealTokens,
} from "./cookie_tokens.ts";
import type { TokenKeeper } from "./keeper.ts";
import type { TokenRecord } from "./record.ts";

/**
 * Keeps tokens in the browser, until the session ends. What changes is written
 * with the response: see `settleTokens`.
 *
 * @throws ConfigurationError if there is no request
 */
export function createCookieKeeper(ctx: ProviderContext): TokenKeeper {
  const visit = toVisit(ctx);
  return {
    find: async ({ userId, provider, account }) => {
      const tokens = await look(visit, provider);
      if (tokens?.userId !== userId) return null;
      const found = tokens.accounts
        .find(([id]) => account === undefined || id === account);
      if (found === undefined) return null;
      const [providerAccountId, record] = found;
      const owner = { userId, provider, providerAccountId };
      // An outdated cookie is written again with this response.
      return { owner, record, toStored: () => "", seal: "current" };
    },
    save: async ({ userId, provider, providerAccountId }, record, before) => {
      const tokens = await look(visit, provider);
      const own = tokens?.userId === userId ? tokens.accounts : [];
      const isKnown = own.some(([id]) => id === providerAccountId);
      if (before !== null && !isKnown) return false;
      const toAccounts = (fit: TokenRecord): CookieTokens["accounts"] =>
        isKnown
          ? own.map((one) => one[0] === providerAccountId ? [one[0], fit] : one)
          : [...own, [providerAccountId, fit]];
      const fit = await toFitting(visit, provider, {
        record: { ...record, idToken: toChecked(record.idToken) },
        toTokens: (fit) => ({ userId, accounts: toAccounts(fit) }),
      });
      put(visit, provider, { userId, accounts: toAccounts(fit) });
      return true;
    },
    assertOpen: (provider) => assertOpen(visit, provider),
    remove: async ({ userId, provider, providerAccountId }) => {
      const tokens = await look(visit, provider);
      if (tokens?.userId !== userId) return;
      const accounts = tokens.accounts
        .filter(([id]) => id !== providerAccountId);
      put(visit, provider, { userId, accounts });
    },
  };
}

function assertOpen({ tokenChanges }: SessionContext, provider: string): void {
  if (!tokenChanges?.hasBegun()) return;
  throw new ConfigurationError([
    `A token of provider "${provider}" is due for renewal, but the response has begun, so no cookie with the new ones can be sent. Ask for the token before you send anything, or keep tokens elsewhere: \`tokens.keep: "adapter"\` or \`"store"\`.`,
  ]);
}

/** Returns the request whose cookies are meant. */
function toVisit(ctx: ProviderContext): SessionContext {
  if ("jar" in ctx) return ctx as SessionContext;
  throw new ConfigurationError([
    'Without a request there are no cookies: `getAccessTokenFor` needs `tokens.keep: "adapter"` or `"store"`.',
  ]);
}

/** Finds the tokens of a provider, as this request has changed them. */
async function look(
  ctx: SessionContext,
  provider: string,
): Promise<CookieTokens | null> {
  const { tokenChanges: changes } = ctx;
  const changed = changes?.changed.get(provider);
  // Only `put` adds to them.
  if (changed !== undefined) return changed as CookieTokens;
  const { id = "", ends = 0, life } = changes?.session ??
    await toStrategy(ctx).find(ctx) ?? {};
  if (changes !== undefined) changes.session = { id, ends, life };
  if (id === "") return null;
  const found = await openTokens(ctx, provider, id);
  if (found === null) return null;
  const { tokens, session, outdated } = found;
  // It would end before the session, which was renewed since.
  const isDue = ends - session.ends > toLag(ctx, life) * 1000;
  if (outdated || isDue) put(ctx, provider, tokens);
  return tokens;
}

/** Returns the seconds by which tokens may end before their session. */
function toLag(
  { settings: { session } }: SessionContext,
  life: SessionLife | undefined,
): number {
  const half = (life?.maxAge ?? session.maxAge) / 2;
  return Math.min(session.updateAge, half) || half;
}

function put(
  { tokenChanges }: SessionContext,
  provider: string,
  tokens: CookieTokens,
): void {
  tokenChanges?.changed.set(provider, tokens);
}

/** The limit on the tokens of all providers, in characters: other cookies need room, too. */
const MAX_TOKENS = 6_000;
/**
 * As long as the longest id of a session, which is not known before it starts.
 */
const SOME_SESSION = { id: "-".repeat(80), ends: 1e15 };

/**
 * Makes tokens fit into the cookie: access tokens for other resources or scopes
 * are left out, because the refresh token brings them back.
 *
 * @throws SessionTooLarge
 */
async function toFitting(
  ctx: SessionContext,
  provider: string,
  { record, toTokens }: {
    readonly record: TokenRecord;
    toTokens(record: TokenRecord): CookieTokens;
  },
): Promise<TokenRecord> {
  const others = await countOthers(ctx, provider);
  for (let left = record;;) {
    const tokens = toTokens(left);
    const value = { tokens, session: SOME_SESSION };
    const { length } = await sealTokens(ctx, provider, value);
    if (length + others <= MAX_TOKENS) return left;
    // That of the sign-in has the granted scopes, and what a refresh needs.
    const spare = left.access.findLast(({ aim }) => aim !== "");
    if (spare === undefined) throw toTooLarge(left, length + others);
    left = { ...left, access: left.access.filter((one) => one !== spare) };
  }
}

/**
 * Returns the number of characters of the other providers' tokens. Cookies that
 * open nothing do not count: another site may have planted them.
 */
async function countOthers(
  ctx: SessionContext,
  provider: string,
): Promise<number> {
  let sum = 0;
  for (const id of ctx.settings.tokens?.providers ?? []) {
    if (id === provider || await look(ctx, id) === null) continue;
    sum += countTokens(ctx.jar, id);
  }
  return sum;
}

function toTooLarge(
  { access, refreshToken, idToken }: TokenRecord,
  length: number,
): SessionTooLarge {
  const [name, size] = [
    ["access token", access[0]?.token.length ?? 0] as const,
    ["refresh token", refreshToken?.length ?? 0] as const,
    ["ID token", idToken?.length ?? 0] as const,
  ].reduce((a, b) => b[1] > a[1] ? b : a);
  return new SessionTooLarge(
    `The tokens in cookies are ${length} characters, over ${MAX_TOKENS}: servers and proxies refuse such cookies. The biggest is the ${name} with ${size}. Keep them in a \`store\`: \`tokens.keep: "store"\`.`,
  );
}

/** The claims of an ID token that the next one is compared with. */
const CHECKED = ["iss", "sub", "aud", "azp", "auth_time", "nonce"];

/** Returns an ID token without its signature and the claims that nothing is compared with. */
function toChecked(idToken: string | null): string | null {
  const bytes = fromBase64url(idToken?.split(".")[1] ?? "");
  if (bytes === null) return null;
  try {
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const kept = JSON.stringify(claims, CHECKED);
    return `.${toBase64url(new TextEncoder().encode(kept))}.`;
  } catch {
    // A server without OpenID Connect may send anything.
    return null;
  }
}
