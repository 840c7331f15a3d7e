import type { ProviderContext } from "../../../request/context.ts";
import { OAuthCallbackError } from "../../../errors/errors.ts";
import type { TokenEndpoint } from "../../../providers/oauth/endpoints.ts";
import type { ParamNames } from "../../../providers/oauth/endpoint_params.ts";
import { toTexts } from "../../../providers/oauth/endpoint_params.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";
import {
  type ProviderAnswer,
  readResponse,
  toResponse,
} from "../requests/answer.ts";
import { limitToProvider, type ProviderFetch } from "../requests/http.ts";
import type { ProviderMetadata } from "../discovery/provider_metadata.ts";

/** The form in which a server expects a request. */
export interface RequestForm {
  readonly method?: "GET" | "POST" | undefined;
  readonly format?: "form" | "json" | "none" | undefined;
  readonly names?: ParamNames | undefined;
}

/**
 * Makes a fetch that sends a standard request in the form that the provider
 * expects: with other parameter names, as JSON, with the parameters in the
 * query, or without parameters.
 *
 * @param send sends that request
 */
export function createTokenFetch(
  { method, format = "form", names }: RequestForm,
  send: ProviderFetch,
): ProviderFetch {
  if (method !== "GET" && format === "form" && names === undefined) return send;
  return (url, init) => {
    const { "content-type": _, ...headers } = init.headers;
    if (format === "none") return send(url, { ...init, headers, body: null });
    const params = rename(
      new URLSearchParams(init.body as URLSearchParams),
      names,
    );
    if (method === "GET") {
      const target = new URL(url);
      for (const [name, value] of params) target.searchParams.set(name, value);
      return send(target.href, { method, headers });
    }
    if (format !== "json") return send(url, { ...init, body: params });
    return send(url, {
      ...init,
      headers: { ...init.headers, "content-type": "application/json" },
      body: JSON.stringify(Object.fromEntries(params)),
    });
  };
}

/** Gives standard parameters the names that a server has for them. */
export function rename(
  params: URLSearchParams,
  names: ParamNames | undefined,
): URLSearchParams {
  if (names === undefined) return params;
  return new URLSearchParams(
    [...params].map(([name, value]) => [
      Object.hasOwn(names, name) ? names[name] ?? name : name,
      value,
    ]),
  );
}

/** The further parameters of the token request: the definition's own, and those of the callback that it repeats. */
export function toExtras(
  { params = {}, echo = [] }: TokenEndpoint,
  received: URLSearchParams,
): Record<string, string> {
  const repeated = echo.flatMap((name) => {
    const value = received.get(name);
    return value === null ? [] : [[name, value]];
  });
  return { ...toTexts(params), ...Object.fromEntries(repeated) };
}

/** Lets the definition fix an answer that does not conform to the standard. */
export async function withConform(
  ctx: ProviderContext,
  { token: { conform } }: ResolvedOAuth,
  answer: ProviderAnswer,
): Promise<ProviderAnswer> {
  if (conform === undefined) return answer;
  return await limitToProvider(ctx, async () => {
    const fixed = await conform(toResponse(answer));
    return fixed ? await readResponse(fixed) : answer;
  });
}

/**
 * Takes the token and userinfo endpoints from the server that the callback
 * names, if the definition lists it.
 *
 * @throws OAuthCallbackError if it does not: the code would go to a stranger
 */
export function withServer(
  { id, token: { server } }: ResolvedOAuth,
  metadata: ProviderMetadata,
  params: URLSearchParams,
): ProviderMetadata {
  const origin = server && params.get(server.param);
  if (!origin) return metadata;
  if (!server.origins.includes(origin)) {
    throw new OAuthCallbackError(
      `The callback of provider "${id}" names a server in \`${server.param}\` that its definition does not list.`,
    );
  }
  const names = ["token_endpoint", "userinfo_endpoint", "revocation_endpoint"];
  const moved = names.flatMap((name) => {
    const text = metadata[name];
    if (typeof text !== "string") return [];
    const { pathname, search } = new URL(text);
    return [[name, `${origin}${pathname}${search}`]];
  });
  return { ...metadata, ...Object.fromEntries(moved) };
}
