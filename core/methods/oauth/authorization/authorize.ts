import * as oauth from "oauth4webapi";
import type { Context } from "../../../request/context.ts";
import {
  AuthError,
  ConfigurationError,
  ProviderUnavailable,
} from "../../../errors/errors.ts";
import type { ParamTexts } from "../../../attempts/guard_params.ts";
import {
  isFapi,
  type ResolvedOAuth,
} from "../../../providers/oauth/oauth_provider.ts";
import { type Attempt, hasReturn } from "../../../attempts/oauth_attempt.ts";
import { hash } from "../../../crypto/hash.ts";
import {
  type BuiltFetch,
  sendBuilt,
  withoutChallenge,
} from "../requests/built_request.ts";
import {
  toClient,
  toClientAuth,
  toClientError,
  withSecret,
} from "../requests/client.ts";
import { allowsHttp, limitToProvider } from "../requests/http.ts";
import { sendProved } from "../dpop/send.ts";
import { toKeyParams } from "../dpop/key.ts";
import { assertRequestSupport } from "../fapi/assert_support.ts";
import { signRequest } from "../fapi/request_object.ts";
import type { Grant } from "../grant.ts";
import type { ProviderMetadata } from "../discovery/provider_metadata.ts";
import { rename } from "../token_endpoint/token_request.ts";

/**
 * The URL of the authorization request (OpenID Connect Core section 3.1.2.1):
 * code flow with PKCE S256 (RFC 7636), state and nonce.
 *
 * @param asked all parameters except those that protect the flow, see
 * `toRequestParams`
 */
export async function toAuthorizationUrl(
  ctx: Context,
  provider: ResolvedOAuth,
  metadata: ProviderMetadata,
  attempt: Attempt,
  asked: ParamTexts,
): Promise<string> {
  assertRequestSupport(provider, metadata, asked);
  const params = await toParams(provider, attempt, asked);
  const { request } = provider.authorization;
  if (request !== undefined) {
    const { source } = provider;
    const url = await limitToProvider(
      ctx,
      () => request({ provider: source, params }),
    );
    return assertHttps(provider, url);
  }
  const isPushed = provider.pushed || isFapi(provider) ||
    metadata.require_pushed_authorization_requests === true;
  const { names, fragment } = provider.authorization;
  const { dpop: key } = attempt;
  const signed = await signRequest(provider, metadata, params);
  const url = withParams(
    metadata.authorization_endpoint ?? "",
    rename(
      isPushed ? await push({ ctx, provider, metadata, key }, signed) : signed,
      names,
    ),
  );
  return fragment === undefined ? url : `${url}#${fragment}`;
}

async function toParams(
  provider: ResolvedOAuth,
  attempt: Attempt,
  asked: ParamTexts,
): Promise<URLSearchParams> {
  const { verifier, dpop } = attempt;
  const { code_challenge_method: method = "S256" } = provider.client;
  const params: Record<string, string | null> = {
    ...asked,
    // The parameters that protect the flow come last: nothing overrides them.
    response_type: "code",
    client_id: provider.clientId,
    redirect_uri: attempt.redirectUri,
    state: provider.checks.none && !hasReturn(attempt) ? null : attempt.state,
    nonce: attempt.nonce,
    code_challenge: verifier && method === "S256"
      ? await hash(verifier)
      : verifier,
    code_challenge_method: verifier && method,
    ...await toKeyParams(dpop),
  };
  return new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) =>
      value === null ? [] : [[name, value]]
    ),
  );
}

/** Adds parameters to the URL of an endpoint. */
export function withParams(endpoint: string, params: URLSearchParams): string {
  const url = new URL(endpoint);
  // `url.searchParams` would serialize the URL again for each parameter.
  const all = new URLSearchParams(url.search);
  for (const [name, value] of params) all.set(name, value);
  // Some servers read "+" as a plus sign; all of them accept "%20" for a space.
  url.search = all.toString().replaceAll("+", "%20");
  return url.href;
}

/** Sends a pushed authorization request (RFC 9126). There is no fallback to a plain one. */
async function push(
  { ctx, provider, metadata, key }: Omit<Grant, "tokens">,
  params: URLSearchParams,
): Promise<URLSearchParams> {
  const endpoint = metadata.pushed_authorization_request_endpoint;
  const where = `The pushed authorization request to provider "${provider.id}"`;
  if (endpoint === undefined) {
    throw new ConfigurationError([
      `${where} is not possible: its metadata has no pushed_authorization_request_endpoint.`,
    ]);
  }
  try {
    const client = toClient(provider);
    const auth = toClientAuth(await withSecret(ctx, provider), metadata);
    const send = (fetch: BuiltFetch) =>
      oauth.pushedAuthorizationRequest(metadata, client, auth, params, {
        [oauth.customFetch]: fetch,
        [oauth.allowInsecureRequests]: allowsHttp(endpoint),
      });
    const sender = { ctx, provider, key };
    const answer = await sendProved(sender, (fetch) => sendBuilt(fetch, send));
    const { request_uri } = await oauth.processPushedAuthorizationResponse(
      metadata,
      client,
      withoutChallenge(answer),
    );
    return new URLSearchParams({ client_id: provider.clientId, request_uri });
  } catch (error) {
    if (error instanceof AuthError) throw error;
    if (
      error instanceof oauth.ResponseBodyError &&
      error.error === "invalid_client"
    ) throw toClientError(where, error);
    throw new ProviderUnavailable(`${where} failed.`, { cause: error });
  }
}

function assertHttps(provider: ResolvedOAuth, result: string | URL): string {
  const text = String(result);
  if (URL.canParse(text)) {
    const url = new URL(text);
    if (url.protocol === "https:") return url.href;
    if (url.protocol === "http:" && allowsHttp(text)) return url.href;
  }
  throw new ConfigurationError([
    `\`authorization.request\` of provider "${provider.id}" must give an https URL.`,
  ]);
}
