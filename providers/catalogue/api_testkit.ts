/**
 * For tests only: an HTTP server in the place of a provider, which records the
 * requests after a sign-in, what a request has to be, and users of its tokens.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import {
  type AccessTokenOptions,
  type AccessTokenResult,
  type AuthConfig,
  createAuth,
  createMemoryStore,
  type Provider,
} from "@latchkey/auth";
import { customFetch } from "@latchkey/auth/providers";
import { type Json, type ProviderRow, readRows } from "./facts_testkit.ts";
import { client } from "./setup_testkit.ts";
import type { Browser } from "@latchkey/auth/testing";
import { type Seen, signInAt } from "./sign_in_testkit.ts";
import { specials } from "./specials_testkit.ts";

/** A request that the server received. */
export interface ApiRequest {
  readonly method: string;
  /** The URL that was meant, without its query. */
  readonly url: string;
  readonly type: string;
  readonly authorization: string | null;
  readonly params: Readonly<Record<string, string>>;
}

/** The server, and the requests that it received. */
export interface Api {
  readonly requests: ApiRequest[];
  /** The answers, in turn; the last one stays. */
  readonly answers: { readonly status: number; readonly body: Json }[];
  /** Sends a provider's requests to the server, once it is on. */
  readonly connect: (provider: Provider) => Provider;
  isOn: boolean;
  readonly close: () => Promise<void>;
}

/** The header with the URL that was meant. */
const MEANT = "x-meant";

/** Starts the server. */
export async function createApi(): Promise<Api> {
  const requests: ApiRequest[] = [];
  const answers: { status: number; body: Json }[] = [];
  const server = createServer(async (request, response) => {
    requests.push(await readRequest(request));
    respond(response, answers.length > 1 ? answers.shift() : answers[0]);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const api: Api = {
    requests,
    answers,
    isOn: false,
    connect: (provider) => {
      const own = provider as Provider & { [customFetch]: typeof fetch };
      const send: typeof fetch = (input, init) => {
        const meant = String(input);
        const isMetadata = meant.includes("/.well-known/");
        if (!api.isOn || isMetadata) return own[customFetch](input, init);
        const { search } = new URL(meant);
        const headers = new Headers(init?.headers);
        headers.set(MEANT, meant);
        const url = `http://127.0.0.1:${port}/${search}`;
        return fetch(url, { ...init, headers });
      };
      return { ...provider, [customFetch]: send } as Provider;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return api;
}

async function readRequest(request: IncomingMessage): Promise<ApiRequest> {
  const { headers, method = "" } = request;
  const url = new URL(String(headers[MEANT]));
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const type = headers["content-type"]?.split(";")[0] ?? "";
  const query = Object.fromEntries(url.searchParams);
  const body = type === "application/json"
    ? JSON.parse(text)
    : Object.fromEntries(new URLSearchParams(text));
  assert.ok(headers["user-agent"]);
  return {
    method,
    url: url.origin + url.pathname,
    type,
    authorization: headers.authorization ?? null,
    params: { ...query, ...body },
  };
}

function respond(
  response: ServerResponse,
  { status, body }: { status: number; body: Json } = { status: 500, body: {} },
): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

/** What a provider demands of a request. */
export interface Demand {
  readonly url: string;
  /** Where the parameters are. Default: in a form. */
  readonly place?: "query" | "json" | "nowhere";
  /** How the client is authenticated. Default: by id and secret, as parameters. */
  readonly client?: "basic" | "id" | "none" | "bearer";
  /** The names of the client's id and secret. */
  readonly names?: readonly [id: string, secret: string];
  /** The parameters besides those of the client. */
  readonly params: Readonly<Record<string, string>>;
  /** Parameters that it needs with some value. */
  readonly some?: readonly string[];
  /** Parameters that are sent, and that it ignores. */
  readonly ignores?: readonly string[];
}

const types = {
  form: "application/x-www-form-urlencoded",
  json: "application/json",
  query: "",
  nowhere: "",
} as const;

/** Asserts that a request is what a provider demands, and nothing else. */
export function assertDemand(
  { url, place, client: auth, names, params, some = [], ignores = [] }: Demand,
  request: ApiRequest | undefined,
  accessToken = "",
): void {
  assert.ok(request);
  assert.equal(request.url, url);
  assert.equal(request.method, place === "query" ? "GET" : "POST");
  assert.equal(request.type, types[place ?? "form"]);
  const { clientId, clientSecret } = client;
  const pair = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  assert.equal(
    request.authorization,
    auth === "basic"
      ? `Basic ${pair}`
      : auth === "bearer"
      ? `Bearer ${accessToken}`
      : null,
  );
  const [id, secret] = names ?? ["client_id", "client_secret"];
  const own = auth === undefined
    ? { [id]: clientId, [secret]: clientSecret }
    : auth === "id"
    ? { [id]: clientId }
    : {};
  for (const name of some) assert.ok(request.params[name], name);
  const sent = Object.entries(request.params).filter(([name]) =>
    ![...some, ...ignores].includes(name)
  );
  assert.deepEqual(Object.fromEntries(sent), { ...own, ...params });
}

const rows = await readRows();

/** Returns a token of the user. */
type Get = (wish?: AccessTokenOptions) => Promise<AccessTokenResult>;

/** A signed-in user whose tokens are kept. */
export interface Used {
  readonly api: Api;
  readonly get: Get;
  readonly browser: Browser;
  readonly seen: Seen;
}

/** Finds the facts about a provider, from which a refresh token is wanted. */
export function findRow(id: string): ProviderRow {
  const row = rows.find((row) => row.id === id) ?? assert.fail(id);
  const { scopes, params } = row.refresh.needs ?? {};
  return {
    ...row,
    scopes: {
      ...row.scopes,
      default: [...row.scopes.default, ...scopes ?? []],
    },
    authorizationParams: { ...row.authorizationParams, ...params },
  };
}

/** Signs in at a provider, and uses its tokens. */
export async function useTokens(
  id: string,
  { first, answer = specials[id]?.answer, config: more }: {
    readonly config?: Partial<AuthConfig>;
    /** More members of the token response of the sign-in. */
    readonly first?: Json;
    readonly answer?: ((standard: Json) => Response) | undefined;
  },
  use: (own: Used) => Promise<void>,
): Promise<void> {
  const api = await createApi();
  try {
    await signInAt(findRow(id), {
      answer: (standard) => {
        const made = { ...standard, ...first };
        return answer?.(made) ?? Response.json(made);
      },
      change: api.connect,
      config: {
        store: createMemoryStore(),
        tokens: { providers: [id] },
        ...more,
      },
      use: async (config, seen, browser) => {
        api.isOn = true;
        const userId = seen.account.userId ?? "";
        const auth = createAuth({ ...config });
        const get: Get = (wish) => auth.getAccessTokenFor(userId, id, wish);
        await use({ api, get, browser, seen });
      },
    });
  } finally {
    await api.close();
  }
}
