import type { Context } from "../../request/context.ts";
import { toTexts } from "../../providers/endpoint_params.ts";
import type { AccessTokenPlace } from "../../providers/endpoints.ts";
import type { Awaitable, Profile, TokenSet } from "../../model/model.ts";
import type { ResolvedOAuth } from "../../providers/oauth_provider.ts";
import { createProviderFetch, type ProviderFetch } from "./http.ts";
import { readPath } from "./path.ts";

/** Maximum bytes of a picture that becomes a `data:` URL: it is stored with the user. */
const MAX_IMAGE = 16_384;

type RequestInit = Parameters<ProviderFetch>[1];

/** Builds the userinfo request of a definition (RFC 6750 section 2, unless it says otherwise). */
export function toUserinfoRequest(
  provider: ResolvedOAuth,
  endpoint: string,
  tokens: TokenSet,
): { readonly url: string; readonly init: RequestInit } {
  const { userinfo } = provider;
  const fill = (params = {}) =>
    Object.entries(toTexts(params)).map(([name, value]): [string, string] => [
      name,
      fillLate(value, provider, tokens),
    ]);
  const url = new URL(endpoint);
  for (const [name, value] of fill(userinfo.params)) {
    url.searchParams.set(name, value);
  }
  // Header names are normalised: fetch would join two spellings of one.
  const headers = new Headers(fill(userinfo.headers));
  if (!headers.has("accept")) headers.set("accept", "application/json");
  const form = userinfo.form && new URLSearchParams(fill(userinfo.form));
  place(userinfo.accessToken, tokens.access_token ?? "", {
    headers,
    query: url.searchParams,
    form: form ?? new URLSearchParams(),
  });
  const body = form ?? (userinfo.json && JSON.stringify(userinfo.json));
  if (userinfo.json) headers.set("content-type", "application/json");
  return {
    url: url.href,
    init: {
      method: userinfo.method ?? (body === undefined ? "GET" : "POST"),
      headers: Object.fromEntries(headers),
      body,
    },
  };
}

/** Puts the access token where the provider expects it. */
function place(
  where: AccessTokenPlace = { scheme: "Bearer" },
  token: string,
  { headers, query, form }: {
    headers: Headers;
    query: URLSearchParams;
    form: URLSearchParams;
  },
): void {
  if (where === "none") return;
  if ("scheme" in where) {
    headers.set("authorization", `${where.scheme} ${token}`.trim());
  } else if ("header" in where) headers.set(where.header, token);
  else if ("query" in where) query.set(where.query, token);
  else form.set(where.form, token);
}

/** Fills the placeholders whose values are only known during a sign-in. */
function fillLate(
  template: string,
  { clientId, clientSecret }: ResolvedOAuth,
  tokens: TokenSet,
  profile: Profile = {},
): string {
  const values = { clientId, clientSecret, token: tokens, profile };
  return template.replace(
    /\{(clientId|clientSecret|token\.[\w.]+|profile\.[\w.]+)\}/g,
    (_, path) => {
      const value = readPath(values, path);
      return typeof value === "string" || typeof value === "number"
        ? String(value)
        : "";
    },
  );
}

/**
 * Adds the answers of a definition's further URLs to a profile. Those that do
 * not depend on the profile are asked at the same time.
 *
 * @param read reads the profile itself
 */
export async function withMore<P extends Profile>(
  ctx: Context,
  provider: ResolvedOAuth,
  tokens: TokenSet,
  read: () => Awaitable<P>,
): Promise<P> {
  const { more } = provider.userinfo;
  if (more === undefined) return await read();
  const ask = (
    urls: readonly (readonly [string, string])[],
    profile: Profile = {},
  ) =>
    Promise.all(urls.map(async ([name, template]) => {
      const url = fillUrl(template, provider, tokens, profile);
      return [name, await readMore(ctx, provider, tokens, url)] as const;
    }));
  const [early, late] = [true, false].map((isEarly) =>
    Object.entries(more).filter(([, url]) =>
      !url.includes("{profile.") === isEarly
    )
  ) as [[string, string][], [string, string][]];
  const first = ask(early);
  const profile = await read();
  const answers = [...await first, ...await ask(late, profile)];
  const found = answers.filter(([, answer]) => answer !== undefined);
  return { ...profile, ...Object.fromEntries(found) };
}

/** Fills a URL: values are encoded, so that no profile can choose another endpoint. */
function fillUrl(
  template: string,
  provider: ResolvedOAuth,
  tokens: TokenSet,
  profile: Profile,
): string {
  return template.replace(
    /\{[\w.]+\}/g,
    (part) => encodeURIComponent(fillLate(part, provider, tokens, profile)),
  );
}

/** Reads a further URL; undefined if it cannot be read, because the profile is complete enough to sign in. */
async function readMore(
  ctx: Context,
  provider: ResolvedOAuth,
  tokens: TokenSet,
  endpoint: string,
): Promise<unknown> {
  try {
    const { params: _, form: __, json: ___, ...userinfo } = provider.userinfo;
    const { url, init } = toUserinfoRequest(
      { ...provider, userinfo: { ...userinfo, method: "GET" } },
      endpoint,
      tokens,
    );
    const response = await createProviderFetch(ctx, provider)(url, init);
    if (!response.ok) throw new Error(`It answered ${response.status}.`);
    return await readContent(response);
  } catch (error) {
    const path = endpoint.split("?")[0];
    ctx.effects.log.warn(
      "userinfo",
      `GET ${path} of provider "${provider.id}" failed, and its part of the profile is missing: ${
        error instanceof Error ? error.message : "no error"
      }`,
    );
    return undefined;
  }
}

async function readContent(response: Response): Promise<unknown> {
  const type = response.headers.get("content-type")?.split(";")[0]?.trim() ??
    "";
  if (!/^image\/(?:jpeg|png|webp|gif)$/.test(type)) {
    return await response.json();
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length > MAX_IMAGE) {
    throw new Error(`The picture has more than ${MAX_IMAGE} bytes.`);
  }
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return `data:${type};base64,${btoa(text)}`;
}
