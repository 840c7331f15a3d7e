/**
 * The key of a stored account: the provider, and the id there. If the issuer
 * can differ between requests, the id alone identifies no user: any tenant
 * could issue the id of another tenant's user. Then the issuer is part of the
 * key.
 *
 * @module
 */

import type { AdapterCalls } from "../../storage/adapter_calls.ts";
import type { SessionContext } from "../../request/context.ts";
import { fromBase64url } from "../../crypto/base64url.ts";
import { ConfigurationError } from "../../errors/errors.ts";
import {
  isOAuth,
  type ResolvedOAuth,
} from "../../providers/oauth/oauth_provider.ts";
import { hasSeveral, toAccountId } from "../../providers/oauth/account_id.ts";
import type { Placed } from "../../providers/definition/placed.ts";
import { fixedPlaces } from "../../providers/definition/symbols.ts";
import type { Identity, ResolvedProvider } from "../../providers/provider.ts";
import { toAdapter } from "../../session/rows/row.ts";
import { sharedGiven } from "../../storage/process_cache.ts";

/**
 * Returns a proven identity whose account has the id under which it is stored,
 * or will be.
 *
 * @throws ConfigurationError if an account was stored without an issuer, and
 * its issuer cannot be determined
 */
export async function toStoredIdentity(
  ctx: SessionContext,
  provider: ResolvedProvider,
  identity: Identity,
): Promise<Identity> {
  if (!isOAuth(provider)) return identity;
  const { account, issuer } = identity;
  const id = account.providerAccountId;
  const plain = toAccountId(null, id);
  const providerAccountId = issuer
    ? await findAccountId(ctx, provider, {
      issuer,
      plain,
      joined: toAccountId(issuer, id),
    })
    : plain;
  return { ...identity, account: { ...account, providerAccountId } };
}

/** The two forms that the id of an account can have. */
interface Forms {
  readonly issuer: string;
  readonly plain: string;
  readonly joined: string;
}

async function findAccountId(
  ctx: SessionContext,
  provider: ResolvedOAuth,
  { issuer, plain, joined }: Forms,
): Promise<string> {
  const adapter = toAdapter(ctx);
  const find = (providerAccountId: string) =>
    adapter.getUserByAccount({ provider: provider.id, providerAccountId });
  // This is the same account, however its issuer was configured when it was
  // stored.
  if (await find(joined) !== null) return joined;
  const scope = decideScope(ctx, provider);
  if (scope === "one issuer") return plain;
  if (await find(plain) === null) return scope === "many" ? joined : plain;
  const stored = await readStoredIssuer(adapter, provider.id, plain);
  if (stored === issuer || stored === null && scope === "one issuer so far") {
    return plain;
  }
  const { legacyIssuer } = provider.source;
  // The last slash is often left out, which must not create a second user.
  const isLegacy = withoutSlash(legacyIssuer ?? "") === withoutSlash(issuer);
  if (legacyIssuer === undefined || isLegacy && stored !== null) {
    throw toSharedIdError(provider, issuer, stored);
  }
  return isLegacy ? plain : joined;
}

/** The range of issuers within which an id has to be unique. */
type Scope = "one issuer" | "one issuer so far" | "many";

function decideScope(ctx: SessionContext, provider: ResolvedOAuth): Scope {
  const { uniqueSubject, legacyIssuer } = provider.source;
  if (uniqueSubject === true) return "one issuer";
  if (uniqueSubject !== undefined || hasSeveral(provider)) return "many";
  if (!sharedGiven.has(ctx.settings.config.providers)) return "one issuer";
  if (!isFixed(provider)) return "many";
  // Another request may have another issuer, whose old rows do not belong to
  // this one.
  const isElsewhere = legacyIssuer !== undefined &&
    withoutSlash(legacyIssuer) !== withoutSlash(provider.issuer);
  return isElsewhere ? "many" : "one issuer so far";
}

/**
 * Whether the issuer comes from the definition or the environment, rather than
 * from the application's function.
 */
function isFixed(provider: ResolvedOAuth): boolean {
  const { issuer, wellKnown, ownIssuer = "", source } = provider;
  const place = withoutSlash(issuer || wellKnown || "");
  const places = [ownIssuer, ...(source as Placed)[fixedPlaces] ?? []];
  return place !== "" && places.some((one) => withoutSlash(one) === place);
}

/** Removes the last slash, which definitions may or may not have. */
function withoutSlash(url: string): string {
  return url.replace(/\/$/, "");
}

/**
 * Reads the issuer from the stored ID token of an account, which was verified
 * when it was stored.
 */
async function readStoredIssuer(
  adapter: AdapterCalls,
  provider: string,
  providerAccountId: string,
): Promise<string | null> {
  if (!adapter.has("getAccount")) return null;
  const account = await adapter.getAccount(providerAccountId, provider);
  // A case-insensitive database found another account.
  if (account?.providerAccountId !== providerAccountId) return null;
  const [, payload = ""] = `${account.id_token}`.split(".");
  const bytes = fromBase64url(payload);
  if (bytes === null) return null;
  try {
    const { iss } = JSON.parse(new TextDecoder().decode(bytes)) ?? {};
    return typeof iss === "string" ? iss : null;
  } catch {
    return null;
  }
}

function toSharedIdError(
  { id }: ResolvedOAuth,
  issuer: string,
  stored: string | null,
): ConfigurationError {
  const isOther = stored !== null;
  return new ConfigurationError([
    `Provider "${id}": a person of "${issuer}" has the id of an account that was stored without its issuer, and ${
      isOther
        ? `whose ID token is of "${stored}"`
        : "no stored ID token tells its issuer"
    }. If all accounts without an issuer are of ${
      isOther ? "that" : "this"
    } issuer, write \`legacyIssuer: "${
      stored ?? issuer
    }"\` in the provider's entry. If no two issuers give the same id, or one is the new address of the other, write \`uniqueSubject: true\`.`,
  ]);
}
