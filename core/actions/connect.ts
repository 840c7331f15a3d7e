import type { Context } from "../request/context.ts";
import {
  ConfigurationError,
  InvalidRequest,
  SignInRequired,
} from "../errors/errors.ts";
import { leaveForProvider } from "../methods/leave_for_provider.ts";
import {
  isOAuth,
  type ResolvedOAuth,
} from "../providers/oauth/oauth_provider.ts";
import { readScope } from "../providers/oauth/scopes.ts";
import type { Outcome } from "../request/outcome.ts";
import { keepTarget, resolveTarget } from "../request/redirect_target.ts";
import { toAdapter } from "../session/rows/row.ts";
import { findFreshWithFactor } from "../accounts/factors/fresh_factor.ts";
import { toStrategy } from "../session/strategy.ts";
import { isFirstWarning } from "../storage/process_cache.ts";
import { keepsTokens } from "../vault/keep_tokens.ts";
import { toKeeper } from "../vault/keepers.ts";

/**
 * `POST /connect/<provider>`: redirects to the provider, to get more scopes for
 * the current user, besides those that are granted. The account that has them
 * goes into the sealed attempt, and no other one may come back. A user without
 * an account there links one.
 */
export async function connect(ctx: Context): Promise<Outcome> {
  const { provider, request: { form } } = ctx;
  if (!isOAuth(provider)) throw new TypeError("the route needs a provider");
  const target = await resolveTarget(ctx);
  return await keepTarget(target, async () => {
    const present = await toStrategy(ctx).find(ctx);
    if (present === null) {
      throw new SignInRequired("Connecting needs a live session.");
    }
    assertKept(ctx, provider);
    const asked = readScope(form.scope ?? "", " ").tokens;
    assertListed(ctx, provider, asked);
    const { account, granted } = await findGrant(ctx, provider, present.userId);
    // Where users are stored, this adds a sign-in method.
    if (account === null && ctx.effects.adapter !== null) {
      await findFreshWithFactor(ctx, present);
    }
    return await leaveForProvider(ctx, {
      target,
      linkTo: present.userId,
      account,
      scopes: [...granted, ...asked],
    });
  });
}

function assertKept(ctx: Context, provider: ResolvedOAuth): void {
  if (keepsTokens(ctx, provider)) return;
  throw new ConfigurationError([
    `List "${provider.id}" in \`tokens.providers\`: scopes are of use only with tokens that are kept.`,
  ]);
}

/**
 * Refuses scopes that the application does not list: the user is asked for
 * consent in its name.
 */
function assertListed(
  { effects: { log }, settings }: Context,
  { id, source: { connectScopes = [] } }: ResolvedOAuth,
  asked: readonly string[],
): void {
  const other = asked.find((one) => !connectScopes.includes(one));
  if (other === undefined) return;
  const message =
    `\`connectScopes\` of provider "${id}" does not list a scope that a form asks for: ${
      JSON.stringify(other.slice(0, 200))
    }. List it there if users may be asked for it.`;
  if (isFirstWarning(`connectScopes ${settings.key} ${id}`)) {
    log.warn("connect-scopes", message);
  }
  throw new InvalidRequest(message);
}

/** The account of a user at a provider, and its scopes. */
interface Granted {
  /** The id of the account there; null: none is known. */
  readonly account: string | null;
  /** The scopes of its sign-in; empty if they are unknown. */
  readonly granted: readonly string[];
}

async function findGrant(
  ctx: Context,
  { id: provider }: ResolvedOAuth,
  userId: string,
): Promise<Granted> {
  const { form: { account } } = ctx.request;
  const which = { userId, provider, account: account || undefined };
  const kept = await toKeeper(ctx).find(which);
  if (kept !== null) {
    const { owner: { providerAccountId }, record: { access } } = kept;
    const signIn = access.find(({ aim }) => aim === "");
    return { account: providerAccountId, granted: signIn?.scope ?? [] };
  }
  const known = await findAccount(ctx, which);
  if (known === null && which.account !== undefined) {
    throw new InvalidRequest("The user has no such account at the provider.");
  }
  return { account: known, granted: [] };
}

/** Finds an account without tokens that can be used, which a sign-in linked. */
async function findAccount(
  ctx: Context,
  { userId, provider, account }: {
    readonly userId: string;
    readonly provider: string;
    readonly account: string | undefined;
  },
): Promise<string | null> {
  if (ctx.effects.adapter === null) return null;
  const adapter = toAdapter(ctx);
  if (!adapter.has("listAccountsByUserId")) return null;
  const found = (await adapter.listAccountsByUserId(userId)).find((one) =>
    one.provider === provider &&
    (account === undefined || one.providerAccountId === account)
  );
  return found?.providerAccountId ?? null;
}
