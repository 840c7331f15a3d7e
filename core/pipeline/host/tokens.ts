/**
 * Access tokens of providers, for the application's calls of their APIs.
 *
 * @module
 */

import type { ConfigSource } from "../../config/config.ts";
import { resolveSettings } from "../../config/resolve_settings.ts";
import { ConfigurationError, SignInRequired } from "../../errors/errors.ts";
import {
  createProviderContext,
  type ProviderContext,
  type SessionContext,
} from "../../request/context.ts";
import { loadOAuth } from "../../methods/load_oauth.ts";
import { readClock } from "../../runtime/clock.ts";
import { readEnv } from "../../runtime/env.ts";
import { toStrategy } from "../../session/strategy.ts";
import type { AccessToken } from "../../vault/record.ts";
import { resealAll, type ResealResult } from "../../vault/reseal.ts";
import { visitAnew } from "./errands.ts";
import { assertUserId } from "./management/user_ids.ts";
import type { HostRequest } from "./host_request.ts";

export type { ResealResult };

/** The API and the scopes that an access token is for. */
export interface AccessTokenOptions {
  /** Scopes that it needs. Default: those of the sign-in. */
  readonly scope?: readonly string[] | undefined;
  /** The API that it is for, if the provider has several (RFC 8707). Default: that of the sign-in. */
  readonly resource?: string | undefined;
  /** Seconds that it has to be valid for. Default 60. */
  readonly minValidity?: number | undefined;
  /** The id of the account at the provider, if the user has several. Default: the first. */
  readonly account?: string | undefined;
}

/** An access token of a provider. It is a secret: it belongs in no page and no log. */
export interface AccessTokenResult {
  /** The token, for the header `Authorization`. */
  readonly accessToken: string;
  /** When it expires; null: unknown. */
  readonly expiresAt: Date | null;
  /** The granted scopes; null: unknown. */
  readonly scope: readonly string[] | null;
  /**
   * The kind of token (RFC 6749 section 7.1), in lower case: `bearer`, or `dpop`
   * for one that is bound to a key. Such a token opens an API only with the
   * proofs that `auth.fetch` makes (RFC 9449).
   */
  readonly tokenType: string;
}

/** Returns an access token of the current user. */
export async function getAccessToken(
  request: HostRequest,
  provider: string,
  options: AccessTokenOptions = {},
): Promise<AccessTokenResult> {
  return await withUser(
    request,
    (ctx, userId) => obtain(ctx, { userId, provider, ...options }),
  );
}

/**
 * Does work that needs tokens of the current user, and sets the cookies of those
 * that were renewed, although the work may have failed afterwards.
 *
 * @throws SignInRequired without a session, and the errors of the work
 */
export async function withUser<T>(
  request: HostRequest,
  work: (ctx: SessionContext, userId: string) => Promise<T>,
): Promise<T> {
  const { value, cookies } = await visitAnew<(() => T) | null>(request, {
    refused: null,
    changes: false,
    act: async (visit) => {
      const present = await toStrategy(visit).find(visit);
      if (present === null) return { value: null, cookies: [] };
      const ctx = {
        ...visit,
        get mount() {
          return request.incoming.mount;
        },
      };
      if (ctx.tokenChanges) ctx.tokenChanges.session = present;
      const value = await settled(work(ctx, present.userId));
      return { value, cookies: [] };
    },
  });
  request.setCookies?.(cookies);
  if (value !== null) return value();
  throw new SignInRequired("The tokens of a user need a live session.");
}

/** Returns the result of work as a function that returns or throws it. */
async function settled<T>(work: Promise<T>): Promise<() => T> {
  try {
    const value = await work;
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/** A request to the API of a provider. */
export interface ResourceInit extends RequestInit {
  /** Options of the access token. */
  readonly token?: AccessTokenOptions | undefined;
}

/** Sends a request to a provider's API with an access token of the current user. */
export async function fetchResource(
  request: HostRequest,
  provider: string,
  { url, init: { token = {}, ...init } }: {
    readonly url: string | URL;
    readonly init: ResourceInit;
  },
): Promise<Response> {
  return await withUser(request, async (ctx, userId) => {
    const { minValidity = 60, ...target } = token;
    const query = { ...target, userId, provider, minValidity };
    const { fetchResource } = await loadOAuth();
    return await fetchResource(ctx, query, { url, init });
  });
}

/** An access token, and the headers to add to the response. It is a secret: it belongs in no page and no log. */
export interface AccessTokenAndHeaders extends AccessTokenResult {
  /**
   * Headers to add to the response: tokens in cookies that were renewed
   * (`tokens.keep: "cookie"`). Empty if there are none.
   */
  readonly headers: Headers;
}

/** A request to the API of a provider, and the headers of the application's own response. */
export interface WebResourceInit extends ResourceInit {
  /**
   * Headers of the response to the visitor, to which tokens in cookies that were
   * renewed are added (`tokens.keep: "cookie"`).
   */
  readonly setCookies?: Headers | undefined;
}

/** Returns an access token of a user, for work without a request. */
export async function getAccessTokenFor<R extends object>(
  source: ConfigSource<R>,
  userId: string,
  asked: AccessTokenOptions & { readonly provider: string },
): Promise<AccessTokenResult> {
  const ctx = toContext(source, "getAccessTokenFor");
  if (typeof source !== "function") {
    assertUserId(source, userId, "getAccessTokenFor");
  }
  return await obtain(ctx, { userId, ...asked });
}

/** Seals all tokens that are kept in the adapter under the newest secret. */
export async function resealTokens<R extends object>(
  source: ConfigSource<R>,
): Promise<ResealResult> {
  return await resealAll(toContext(source, "resealTokens"));
}

/** Creates the context of work without a request. */
function toContext<R extends object>(
  source: ConfigSource<R>,
  who: string,
): ProviderContext {
  if (typeof source === "function" || typeof source.providers === "function") {
    throw new ConfigurationError([
      `\`${who}\` needs a configuration and providers that are not functions: there is no request to call them with.`,
    ]);
  }
  const settings = resolveSettings(source, readEnv);
  return createProviderContext(settings, readClock());
}

async function obtain(
  ctx: ProviderContext,
  { minValidity = 60, ...query }: AccessTokenOptions & {
    readonly userId: string;
    readonly provider: string;
  },
): Promise<AccessTokenResult> {
  const { obtainAccessToken } = await loadOAuth();
  return toResult(await obtainAccessToken(ctx, { ...query, minValidity }));
}

function toResult(
  { token, expiresAt, scope, tokenType }: AccessToken,
): AccessTokenResult {
  return {
    accessToken: token,
    expiresAt: expiresAt === null ? null : new Date(expiresAt * 1000),
    scope,
    tokenType,
  };
}
