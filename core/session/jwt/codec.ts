import type { SessionContext } from "../../request/context.ts";
import { isCookieValue } from "../../http/cookies.ts";
import type { Purpose } from "../../crypto/keys.ts";
import { open, type Opened } from "../../crypto/seal.ts";
import type { Awaitable } from "../../model/model.ts";

/** Returns the purpose that the session cookie is sealed for. */
export function toPurpose(ctx: SessionContext): Purpose {
  return {
    name: "session",
    cookie: ctx.policy.names.session,
    maxAge: ctx.settings.session.longest,
  };
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
