import { SessionTooLarge } from "../errors/errors.ts";
import type { CookieChange } from "../http/cookies.ts";
import type { SessionContext } from "../request/context.ts";
import { toStrategy } from "../session/strategy.ts";
import {
  type CookieTokens,
  countTokens,
  openTokens,
  sealTokens,
  type TokenSession,
} from "./cookie_tokens.ts";

/** The limit on session and tokens together, in characters: proxies refuse 8 kB of cookies. */
const MAX_TOGETHER = 7_000;

/**
 * Adds tokens to the changes of a response's cookies: those that the request has
 * changed, and, if the session starts or gets a new id, those that go on with
 * it. A response that changes neither leaves the cookies with tokens alone, so
 * that it cannot bring old tokens back.
 *
 * @param changes the other changes; if they end the session, the tokens end too
 * @throws StoreError or AdapterError
 */
export async function settleTokens(
  ctx: SessionContext,
  changes: readonly CookieChange[],
): Promise<readonly CookieChange[]> {
  const last = changes.findLast((one) => one.role === "session");
  const { changed = new Map() } = ctx.tokenChanges ?? {};
  if (last?.value === null) return changes;
  if (last === undefined && changed.size === 0) return changes;
  const session = last === undefined
    ? await findCurrent(ctx, changed)
    : await findNext(ctx, last);
  if (session === null) return changes;
  const { isBrief } = session;
  const added: CookieChange[] = [];
  const kept = last === undefined ? [] : ctx.settings.tokens?.providers ?? [];
  for (const key of new Set([...changed.keys(), ...kept])) {
    // Only the keeper of cookies adds to them.
    const own = changed.get(key) as CookieTokens | undefined;
    const tokens = own ?? await findMoved(ctx, key, session);
    if (tokens === "stay") continue;
    const value = tokens === null || tokens.accounts.length === 0
      ? null
      : await sealTokens(ctx, key, { tokens, session });
    const maxAge = Math.max(1, Math.ceil((session.ends - ctx.now) / 1000));
    added.push({ role: "tokens", key, value, maxAge, isBrief });
  }
  return fits(ctx, last?.value ?? "", added) ? [...changes, ...added] : changes;
}

/** A session that tokens in cookies belong to. */
interface NextSession extends TokenSession {
  /** Whether its cookies end with the browser. */
  readonly isBrief?: boolean | undefined;
}

/**
 * Finds the session as it is now. It may have ended, or got a new id, during a
 * request to the provider: then the answer must not put its tokens back.
 */
async function findCurrent(
  ctx: SessionContext,
  changed: ReadonlyMap<string, object>,
): Promise<NextSession | null> {
  const present = await toStrategy(ctx).find(ctx);
  const isTheirs = [...changed.values()].every((one) =>
    (one as CookieTokens).userId === present?.userId
  );
  return isTheirs && present !== null
    ? { ...present, isBrief: present.life?.isBrief }
    : null;
}

/** Finds the session that the browser gets with this response. */
async function findNext(
  ctx: SessionContext,
  { value, maxAge, isBrief }: CookieChange & { role: "session" },
): Promise<NextSession | null> {
  const jar = { ...ctx.jar, session: value === null ? [] : [value] };
  const id = await toStrategy({ ...ctx, jar }).bindingId({ ...ctx, jar });
  const { maxAge: most } = ctx.settings.session;
  const ends = ctx.now + (maxAge ?? most) * 1000;
  return id === null ? null : { id, ends, isBrief };
}

/** Finds tokens that the browser sent, if the session has become another. */
async function findMoved(
  ctx: SessionContext,
  provider: string,
  session: TokenSession,
): Promise<CookieTokens | null | "stay"> {
  try {
    const found = await openTokens(ctx, provider, session.id);
    if (found === null) return null;
    return found.session.id === session.id ? "stay" : found.tokens;
  } catch (error) {
    // The session has changed already; its cookie has to reach the browser.
    ctx.effects.log.error(error as Error);
    return null;
  }
}

function fits(
  { jar, effects, settings }: SessionContext,
  session: string,
  added: readonly CookieChange[],
): boolean {
  const written = new Map(
    added.flatMap((one) => one.role === "tokens" ? [[one.key, one.value]] : []),
  );
  const tokens = (settings.tokens?.providers ?? []).map((id) =>
    written.has(id) ? written.get(id)?.length ?? 0 : countTokens(jar, id)
  );
  const length = tokens.reduce(
    (sum, one) => sum + one,
    (session || jar.session.join("")).length,
  );
  if (length <= MAX_TOGETHER) return true;
  effects.log.error(
    new SessionTooLarge(
      `The session and the tokens of providers are ${length} characters, over ${MAX_TOGETHER}: servers and proxies refuse such cookies, so the tokens were left out. Keep them in a \`store\`: \`tokens.keep: "store"\`.`,
    ),
  );
  return false;
}
