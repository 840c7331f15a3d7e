/**
 * For tests only: the facts about providers, gathered from their published
 * documentation. A value of `profile` is a path (`a.b.0`), alternatives
 * (`x | y`), the element of a list whose flag is true (`list[flag]`), a text
 * (`={a} {b}`), a member of the token answer (`token.x`), the end of a member
 * (`path:last`), or a rule in words, which a special has to say.
 *
 * @module
 */

import { readFile } from "node:fs/promises";
import type { RevocationEndpoint } from "@latchkey/auth/types";

/** A JSON object. */
export type Json = Record<string, unknown>;

/** The facts about one OAuth or OpenID Connect provider; members without a value are absent. */
export interface ProviderRow {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly aliases?: readonly string[];
  /** What the provider is for, such as `social` or `workforce`: for readers, no test looks at it. */
  readonly category: string;
  /** How sure whoever wrote the row is of it (`high`, `medium`, `low`): for readers, too. */
  readonly confidence: string;
  readonly issuer?: string;
  readonly discovery?: boolean;
  readonly discoveryUrl?: string;
  readonly authorization?: string;
  readonly token?: string;
  readonly userinfo?: string;
  readonly jwks?: string;
  readonly scopes: {
    readonly default: readonly string[];
    readonly separator: string;
  };
  readonly tokenAuthMethod: string;
  readonly checks: readonly string[];
  readonly responseMode?: string;
  readonly authorizationParams?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly tokenRequest?: {
    readonly format?: string;
    readonly method?: string;
    readonly params?: Readonly<Record<string, string>>;
    readonly echo?: readonly string[];
    readonly clientIdParam?: string;
    readonly clientSecretParam?: string;
    readonly grantTypeParam?: string;
  };
  readonly userinfoRequest?: UserinfoFacts;
  readonly profile: {
    readonly id: string;
    readonly name?: string;
    readonly email?: string;
    readonly emailVerified?: string | boolean;
    readonly image?: string;
  };
  readonly subject: SubjectFacts;
  readonly emailTrust: "claim" | "always" | "unverified" | "none";
  /** The statement that a trusted address is proved: the provider's, or the standard's for a server that anybody can run. */
  readonly emailSource?: string;
  readonly refresh: RefreshFacts;
  readonly revocation?: string;
  /** The differences of its revocation endpoint from RFC 7009. */
  readonly revocationRequest?: Omit<RevocationEndpoint, "url">;
  readonly endSession?: string;
  readonly backchannelLogout?: boolean;
  readonly options: readonly {
    readonly name: string;
    readonly required: boolean;
  }[];
  readonly quirks?: readonly string[];
  readonly brandColor: string;
}

/** What the id of a user is, and whether it can ever name another person. */
export interface SubjectFacts {
  /**
   * `assigned`: made by the provider for one account, never chosen and never
   * given again. `promised`: made by whoever runs the server, who promises the
   * same by OpenID Connect Core section 2. `chosen`: a name.
   */
  readonly kind: "assigned" | "promised" | "chosen";
  /** When it comes to name another person nevertheless: the page says what to do. */
  readonly passes?: string;
  /** Why it does not, where the kind does not say so. */
  readonly because?: string;
  /** The provider's own statement. */
  readonly source?: string;
}

/** How a provider renews access tokens. */
export interface RefreshFacts {
  readonly supported?: boolean;
  readonly url?: string;
  readonly needs?: {
    readonly scopes?: readonly string[];
    readonly params?: Readonly<Record<string, string>>;
  };
  /** Parameters by which a token has all scopes that were granted so far. */
  readonly cumulative?: Readonly<Record<string, string>>;
  readonly rotates?: boolean;
  readonly graceSeconds?: number;
  readonly accessTokenSeconds?: number;
  readonly refreshTokenSeconds?: number;
}

interface UserinfoFacts {
  readonly source?: string;
  readonly method?: string;
  readonly unwrap?: string;
  readonly auth?: {
    readonly in?: string;
    readonly name?: string;
    readonly scheme?: string;
  };
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: Json;
  readonly jwt?: string;
  readonly image?: { readonly url: string };
  readonly more?: readonly {
    readonly url: string;
    readonly as: string;
    readonly pick?: string;
  }[];
}

/** Reads the facts about all OAuth and OpenID Connect providers. */
export async function readRows(): Promise<readonly ProviderRow[]> {
  const url = new URL("./facts.json", import.meta.url);
  const all: readonly ProviderRow[] = JSON.parse(await readFile(url, "utf8"));
  return all.filter(({ type }) => type === "oauth" || type === "oidc");
}
