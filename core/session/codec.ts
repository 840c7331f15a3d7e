import type { SessionContext } from "../request/context.ts";
import { isCookieValue } from "../http/cookies.ts";
import type { Purpose } from "../crypto/keys.ts";
import { open, type Opened, seal } from "../crypto/seal.ts";
import { SessionError } from "../errors/auth_error.ts";
import type { Awaitable, JWT } from "../model/model.ts";

/** Returns the purpose that the session cookie is sealed for. */
export function toPurpose(ctx: SessionContext): Purpose {
  return {
    name: "session",
    cookie: ctx.policy.names.session,
    maxAge: ctx.settings.session.maxAge,
  };
}

/** Encodes claims as the session cookie's text: sealed, or by the application's own codec. */
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
  if (typeof text === "string" && isCookieValue(text)) return text;
  throw new SessionError(
    "`jwt.encode` did not return text that a cookie can hold.",
  );
}

/** Decodes the claims of a session cookie; null for any other text. */
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
  if (!isCookieValue(text)) return null;
  try {
    const payload = await decode?.({ token: text, secret, salt });
    return typeof payload === "object" && payload !== null
      ? { payload, outdated: false }
      : null;
  } catch {
    // A codec may also throw for a token that is not its own.
    return null;
  }
}
