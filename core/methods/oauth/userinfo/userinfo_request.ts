import {
  OAuthCallbackError,
  ProviderUnavailable,
} from "../../../errors/errors.ts";
import { toTexts } from "../../../providers/oauth/endpoint_params.ts";
import { toSegment } from "../../../providers/oauth/path_segment.ts";
import type { AccessTokenPlace } from "../../../providers/oauth/endpoints.ts";
import type { Awaitable, Profile, TokenSet } from "../../../model/model.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";
import { sendProved } from "../dpop/send.ts";
import type { Grant } from "../grant.ts";
import { toSecretProof } from "./secret_proof.ts";
import { isOk, parseJson, type ProviderAnswer } from "../requests/answer.ts";
import type { ProviderFetch } from "../requests/http.ts";
import { readPath } from "../../../providers/oauth/path.ts";

/** Maximum bytes of a picture that becomes a `data:` URL: it is stored with the user. */
const MAX_IMAGE = 16_384;

type RequestInit = Parameters<ProviderFetch>[1];

interface UserinfoRequest {
  readonly url: string;
  readonly init: RequestInit;
}

/**
 * Builds the userinfo request of a definition (RFC 6750 section 2, unless it
 * says otherwise).
 *
 * @throws OAuthCallbackError if a value of the token response does not fit its
 * place
 */
export async function toUserinfoRequest(
  provider: ResolvedOAuth,
  endpoint: string,
  tokens: TokenSet,
): Promise<UserinfoRequest> {
  try {
    return await buildRequest(provider, endpoint, tokens);
  } catch {
    // The error is not passed on as the cause: it quotes the header, which may
    // be a token.
    throw new OAuthCallbackError(
      `The userinfo request of provider "${provider.id}" cannot be made: a value of its token response, or of the definition, cannot be sent in a header.`,
    );
  }
}

async function buildRequest(
  provider: ResolvedOAuth,
  endpoint: string,
  tokens: TokenSet,
): Promise<UserinfoRequest> {
  const { userinfo } = provider;
  const values = toLateValues(provider, tokens);
  const fill = (params = {}) =>
    Object.entries(toTexts(params)).map(([name, value]): [string, string] => [
      name,
      fillLate(value, values),
    ]);
  const url = new URL(endpoint);
  const proof = await toSecretProof(provider, tokens);
  for (const [name, value] of [...fill(userinfo.params), ...proof]) {
    url.searchParams.set(name, value);
  }
  // Header names are normalised: fetch would join two spellings of one.
  const headers = new Headers(fill(userinfo.headers));
  if (!headers.has("accept")) headers.set("accept", "application/json");
  const form = new URLSearchParams(fill(userinfo.form));
  place(userinfo.accessToken, tokens, {
    headers,
    query: url.searchParams,
    form,
  });
  const body = form.size > 0
    ? form
    : userinfo.json && JSON.stringify(userinfo.json);
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

/** Puts the access token where the provider expects it; a bound one has one place (RFC 9449 section 7.1). */
function place(
  wanted: AccessTokenPlace = { scheme: "Bearer" },
  { access_token: token = "", token_type }: TokenSet,
  { headers, query, form }: {
    headers: Headers;
    query: URLSearchParams;
    form: URLSearchParams;
  },
): void {
  const where = token_type === "dpop" ? { scheme: "DPoP" } : wanted;
  if (where === "none") return;
  if ("scheme" in where) {
    headers.set("authorization", `${where.scheme} ${token}`.trim());
  } else if ("header" in where) headers.set(where.header, token);
  else if ("query" in where) query.set(where.query, token);
  else form.set(where.form, token);
}

/** The values that are only known during a sign-in. */
interface LateValues {
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly token: TokenSet;
  readonly profile: Profile;
}

function toLateValues(
  { clientId, clientSecret }: ResolvedOAuth,
  token: TokenSet,
  profile: Profile = {},
): LateValues {
  return { clientId, clientSecret, token, profile };
}

/** Fills the placeholders whose values are only known during a sign-in. */
function fillLate(template: string, values: LateValues): string {
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
  grant: Grant,
  read: () => Awaitable<P>,
): Promise<P> {
  const { provider, tokens } = grant;
  const { more } = provider.userinfo;
  if (more === undefined) return await read();
  const ask = (
    urls: readonly (readonly [string, string])[],
    profile: Profile = {},
  ) =>
    Promise.all(urls.map(async ([name, template]) => {
      const values = toLateValues(provider, tokens, profile);
      const fill = () => fillUrl(template, values);
      return [name, await readMore(grant, name, fill)] as const;
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

/**
 * Fills a URL: values are encoded, so that no profile can choose another
 * endpoint, and the access token never goes to another host.
 *
 * @throws Error if a value is absent, or cannot be part of a path
 */
function fillUrl(template: string, values: LateValues): string {
  const url = template.replace(/\{[\w.]+\}/g, (part) => {
    const text = toSegment(fillLate(part, values));
    if (text === null) throw new Error(`There is no usable ${part}.`);
    return text;
  });
  if (new URL(url).origin === new URL(template).origin) return url;
  throw new Error("Its host must not contain a placeholder.");
}

/** Reads a further URL; undefined if it cannot be read, because the profile is complete enough to sign in. */
async function readMore(
  grant: Grant,
  name: string,
  fill: () => string,
): Promise<unknown> {
  const { ctx, provider, tokens } = grant;
  try {
    const { params: _, form: __, json: ___, method: ____, ...userinfo } =
      provider.userinfo;
    const { url, init } = await toUserinfoRequest(
      { ...provider, userinfo },
      fill(),
      tokens,
    );
    const answer = await sendProved(
      grant,
      (fetch) => fetch(url, init),
      tokens.access_token,
    );
    if (!isOk(answer)) throw new Error(`It answered ${answer.status}.`);
    return toContent(answer);
  } catch (error) {
    // The URL is not in the text: its path may contain a token or a user's id.
    const reason =
      error instanceof ProviderUnavailable || !(error instanceof Error)
        ? "There was no answer."
        : error.message;
    ctx.effects.log.warn(
      "userinfo",
      `The URL for \`${name}\` in \`userinfo.more\` of provider "${provider.id}" could not be read, and that part of the profile is missing. ${reason}`,
    );
    return undefined;
  }
}

function toContent(answer: ProviderAnswer): unknown {
  const type = answer.headers.get("content-type")?.split(";")[0]?.trim() ??
    "";
  if (!/^image\/(?:jpeg|png|webp|gif)$/.test(type)) {
    try {
      return parseJson(answer);
    } catch {
      // The error of the parser quotes the text.
      throw new Error("The answer is not JSON.");
    }
  }
  const { body } = answer;
  if (body.length > MAX_IMAGE) {
    throw new Error(`The picture has more than ${MAX_IMAGE} bytes.`);
  }
  const text = Array.from(body, (byte) => String.fromCharCode(byte)).join("");
  return `data:${type};base64,${btoa(text)}`;
}
