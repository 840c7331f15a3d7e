import { InvalidRequest } from "../errors/errors.ts";
import { loadOAuth } from "../methods/load_oauth.ts";
import type { LogoutToken } from "../methods/oauth/logout/logout_token.ts";
import {
  isOAuth,
  type ResolvedOAuth,
} from "../providers/oauth/oauth_provider.ts";
import { limitFailures } from "../rate_limits/limits.ts";
import type { Context } from "../request/context.ts";
import { json, type Outcome } from "../request/outcome.ts";
import { endProviderSessions } from "../session/revocation/provider_logout.ts";

/** Seconds for which the id of a token is kept: longer than any clock accepts the token. */
const ID_TTL = 900;

/**
 * `POST /backchannel-logout/<provider>`: ends the sessions that a logout token
 * of the provider names (OpenID Connect Back-Channel Logout 1.0 section 2.5).
 * The answer is the same whether there are such sessions or not.
 */
export async function backchannelLogout(ctx: Context): Promise<Outcome> {
  const provider = toProvider(ctx);
  const token = await readToken(ctx, provider);
  await endProviderSessions(ctx.settings, token);
  // A second delivery ends nothing more, and is not reported again.
  if (await claimId(ctx, token)) {
    const { sub, sid } = token;
    const ended = { provider: provider.id, sub, sid };
    await ctx.effects.emit("sessionRevoked", { what: "provider", ...ended });
  }
  return json({});
}

function toProvider({ provider }: Context): ResolvedOAuth {
  if (isOAuth(provider)) return provider;
  throw new TypeError("the route needs an OAuth provider");
}

/**
 * Reads and verifies the token. Only refused ones are limited, and a genuine
 * one passes in any case: strangers cannot use up the turns of a provider that
 * sends from their address.
 */
async function readToken(
  ctx: Context,
  provider: ResolvedOAuth,
): Promise<LogoutToken> {
  const { verifyLogoutToken } = await loadOAuth();
  try {
    return await verifyLogoutToken(ctx, provider, findText(ctx));
  } catch (error) {
    return await limitFailures(ctx, () => Promise.reject(error), LOGOUT);
  }
}

const LOGOUT = { kind: "logout", account: null } as const;

function findText({ request: { sent, form } }: Context): string {
  if (sent.type !== "application/x-www-form-urlencoded") {
    throw new InvalidRequest(
      "A logout token has to come in a form (application/x-www-form-urlencoded).",
    );
  }
  const { logout_token: text = "" } = form;
  if (text !== "") return text;
  throw new InvalidRequest(
    "The form does not have exactly one `logout_token`.",
  );
}

/** Whether the token is used for the first time, in any process. */
async function claimId(
  { settings, effects: { store } }: Context,
  { iss, jti }: LogoutToken,
): Promise<boolean> {
  const id = await settings.keyring.engine.hash(JSON.stringify([iss, jti]));
  return await store.compareAndSet(`logout-token:${id}`, null, "used", ID_TTL);
}
