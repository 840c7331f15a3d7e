/**
 * For tests only: a provider's server that answers as its facts say, and
 * asserts that every request is as its facts demand.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import {
  assertTokenRequest,
  assertUserinfoRequest,
} from "./requests_testkit.ts";

import type { Documents } from "./documents_testkit.ts";
import type { Json } from "./facts_testkit.ts";
import { readKeySet, sign, signWithSecret } from "./keys_testkit.ts";
import { fill, toPlace, wrap } from "./paths_testkit.ts";
import { accessToken, client, type Setup } from "./setup_testkit.ts";
import { specials } from "./specials_testkit.ts";

/** A request that a server received. */
export interface Received {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly text: string;
}

/** Answers of a server, by the endpoint's URL without its query. */
type Routes = Readonly<
  Record<string, (received: Received) => Response | Promise<Response>>
>;

/** The answers of a provider, and the nonce of the sign-in. */
export interface Source {
  readonly setup: Setup;
  readonly documents: Documents;
  readonly readNonce: () => string | null;
  /** Makes the token response, if it is not that of the facts. */
  readonly answer?: ((standard: Json) => Response) | undefined;
}

/** The provider's server. */
export interface Server {
  readonly fetch: typeof fetch;
  /** The errors of requests that were not as they should be: the library survives some of them. */
  readonly errors: readonly unknown[];
}

/** Makes the server of a provider. A request to any other URL is an error. */
export async function createServer(source: Source): Promise<Server> {
  const routes: Routes = {
    ...await toMetadataRoutes(source.setup),
    ...toMoreRoutes(source),
    ...toImageRoute(source),
    ...toUserinfoRoute(source),
    ...toTokenRoute(source),
  };
  const errors: unknown[] = [];
  return {
    errors,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      try {
        const { method, headers } = request;
        assert.ok(headers.get("user-agent"), "user agent");
        const url = new URL(request.url);
        const text = await request.text();
        const answer = routes[toPlace(url.href)] ??
          assert.fail(`There is no endpoint ${url.href}.`);
        return await answer({ url, method, headers, text });
      } catch (error) {
        errors.push(error);
        throw error;
      }
    },
  };
}

async function toMetadataRoutes(setup: Setup): Promise<Routes> {
  const { row, issuer = "", endpoints } = setup;
  const keys = await readKeySet();
  const metadata = {
    issuer: specials[row.id]?.metadataIssuer ?? issuer,
    authorization_endpoint: endpoints.authorization,
    token_endpoint: endpoints.token,
    userinfo_endpoint: endpoints.userinfo,
    jwks_uri: endpoints.jwks,
    revocation_endpoint: `https://endpoints.${row.id}.example/revocation`,
    token_endpoint_auth_methods_supported: [row.tokenAuthMethod],
    id_token_signing_alg_values_supported: ["RS256"],
  };
  return {
    [toPlace(toMetadataUrl(setup))]: () => Response.json(metadata),
    [endpoints.jwks]: () => Response.json(keys),
  };
}

function toMetadataUrl({ row, values, issuer = "" }: Setup): string {
  const isOwn = row.options.some(({ name, required }) =>
    name === "issuer" && required
  );
  return row.discoveryUrl === undefined || isOwn
    ? `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`
    : fill(row.discoveryUrl, { ...values, issuer });
}

function toMoreRoutes({ setup, documents }: Source): Routes {
  const calls = setup.row.userinfoRequest?.more ?? [];
  const known = {
    ...setup.values,
    ...documents.profile as Record<string, string>,
  };
  return Object.fromEntries(calls.map(({ url, as }) => {
    const answer = documents.more[as] ?? {};
    const place = toPlace(fill(url, known));
    return [place, () => Response.json(answer.list ?? answer)];
  }));
}

/** The picture, for those who have the access token. */
function toImageRoute({ setup: { row } }: Source): Routes {
  const { url } = row.userinfoRequest?.image ?? {};
  const { image = "" } = specials[row.id] ?? {};
  return url === undefined ? {} : {
    [url]: ({ headers }) => {
      assert.equal(headers.get("authorization"), `Bearer ${accessToken}`);
      const type = { "content-type": "image/png" };
      return new Response(Buffer.from(image, "base64"), { headers: type });
    },
  };
}

function toUserinfoRoute({ setup, documents }: Source): Routes {
  const { row, issuer = "", endpoints } = setup;
  const { userinfoRequest = {}, quirks } = row;
  // The metadata names an endpoint all the same.
  if (quirks?.includes("id-token-only")) return {};
  return {
    [toPlace(endpoints.userinfo)]: async (received) => {
      assertUserinfoRequest(setup, received);
      const body = wrap(userinfoRequest.unwrap, documents.profile);
      if (userinfoRequest.jwt === undefined) return Response.json(body);
      const claims = { ...body, iss: issuer, aud: client.clientId };
      const headers = { "content-type": "application/jwt" };
      return new Response(await sign(claims), { headers });
    },
  };
}

function toTokenRoute(source: Source): Routes {
  const { setup, documents } = source;
  const { row, endpoints } = setup;
  const { source: from, unwrap } = row.userinfoRequest ?? {};
  return {
    [toPlace(endpoints.token)]: async (received) => {
      assertTokenRequest(setup, received);
      const answer: Json = {
        access_token: from === "access_token"
          ? await makeAccessToken(source)
          : accessToken,
        token_type: "bearer",
        expires_in: 3600,
        ...await toIdToken(source),
        ...documents.token,
        ...from === "token" ? wrap(unwrap, documents.profile) : {},
      };
      const respond = source.answer ?? specials[row.id]?.answer;
      return respond?.(answer) ?? Response.json(answer);
    },
  };
}

/** The member with the ID token; of some, one that was not asked for. */
async function toIdToken(source: Source): Promise<Json> {
  const { row } = source.setup;
  if (row.type === "oidc") return { id_token: await makeIdToken(source) };
  const isStray = row.quirks?.includes("stray-id-token");
  return isStray ? { id_token: "not.asked.for" } : {};
}

/** An access token with claims about the user. */
async function makeAccessToken(source: Source): Promise<string> {
  const { setup, documents: { profile } } = source;
  const iss = toTokenIssuer(setup);
  const exp = Math.floor(Date.now() / 1000) + 60;
  return await sign({ ...profile, iss, aud: [client.clientId], exp });
}

function toTokenIssuer({ row, issuer = "" }: Setup): string {
  const { tokenIssuer, metadataIssuer } = specials[row.id] ?? {};
  return tokenIssuer ?? metadataIssuer ?? issuer;
}

/** An ID token with the profile; only the subject if the provider's are thin. */
async function makeIdToken(source: Source): Promise<string> {
  const { setup: { row }, documents: { profile } } = source;
  const quirks = row.quirks ?? [];
  const nonce = source.readNonce();
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    ...quirks.includes("ui-required") ? { sub: `${profile.sub}` } : profile,
    iss: toTokenIssuer(source.setup),
    aud: client.clientId,
    iat: now,
    exp: now + 300,
    ...nonce === null ? {} : { nonce },
  };
  return quirks.includes("idt-alg")
    ? await signWithSecret(claims, client.clientSecret)
    : await sign(claims);
}
