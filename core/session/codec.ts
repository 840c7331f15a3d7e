import type { SessionContext } from "../request/context.ts";
import type { Purpose } from "../crypto/keys.ts";
import { open, type Opened, seal } from "../crypto/seal.ts";
import { SessionError } from "../errors/errors.ts";
import type { Awaitable, JWT } from "../model/model.ts";

/** What a cookie can hold (RFC 6265 section 4.1.1). */
const COOKIE_TEXT = /^[!#-+\--:<-[\]-~]+$/;

/** What the session cookie is sealed for. */
export function toPurpose(ctx: SessionContext): Purpose {
  return {
    name: "session",
    cookie: ctx.policy.names.session,
    maxAge: ctx.settings.session.maxAge,
  };
}

/** Claims as the text of the session cookie: sealed, or as the host's own codec has it. */
export async function encodeSession(
  ctx: SessionContext,
  claims: JWT,
): Promise<string> {
  const { encode, secret, maxAge } = ctx.settings.jwt;
  if (encode === undefined) {
    return await seal(
      ctx.settings.jwt.keyring,
      toPurpose(ctx),
      claims,
      ctx.now,
    );
  }
  const salt = ctx.policy.names.session;
  let text: unknown;
  try {
    text = await encode({ token: claims, secret, maxAge, salt });
  } catch (error) {
    throw new SessionError("`jwt.encode` threw.", { cause: error });
  }
  if (typeof text === "string" && COOKIE_TEXT.test(text)) return text;
  throw new SessionError("`jwt.encode` gave no text that a cookie can hold.");
}

/** The claims of a session cookie, or null for anything that is none. */
export function decodeSession(
  ctx: SessionContext,
  text: string,
): Awaitable<Opened | null> {
  const { keyring } = ctx.settings.jwt;
  return ctx.settings.jwt.decode === undefined
    ? open(keyring, toPurpose(ctx), text, ctx.now)
    : askHost(ctx, text);
}

async function askHost(
  ctx: SessionContext,
  text: string,
): Promise<Opened | null> {
  const { decode, secret } = ctx.settings.jwt;
  const salt = ctx.policy.names.session;
  if (!COOKIE_TEXT.test(text)) return null;
  try {
    const payload = await decode?.({ token: text, secret, salt });
    return typeof payload === "object" && payload !== null
      ? { payload, outdated: false }
      : null;
  } catch {
    // A codec says "not mine" by throwing, too.
    return null;
  }
}
