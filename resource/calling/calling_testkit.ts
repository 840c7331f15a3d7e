/**
 * For tests only: a service that calls an API, both of one issuer.
 *
 * @module
 */

import assert from "node:assert/strict";
import { inspect } from "node:util";
import { createLogger } from "../../testing/checks_testkit.ts";
import {
  type AccessTokenOptions,
  createFaultProvider,
  type FaultProvider,
  type FaultProviderOptions,
  type RecordedRequest,
} from "@latchkey/auth/testing";
import {
  createTokenClient,
  protect,
  type TokenClient,
  type TokenClientOptions,
  type WebAccess,
} from "@latchkey/auth/resource";

/** The service, which is an API itself. */
export const SHOP = "https://shop.example";
/** The API that it calls. */
export const ORDERS = "https://orders.example";

/** A request that the API received. */
export interface Received {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
}

/** A service, its callers and the API that it calls. */
export interface Shop {
  readonly op: FaultProvider;
  readonly client: TokenClient;
  readonly lines: string[];
  /** What the API received. */
  readonly received: Received[];
  /** How the API answers next; by default with 200. */
  answer: () => Response;
  /** Calls the service, with a new token. */
  readonly call: (options?: AccessTokenOptions) => Promise<WebAccess>;
  /** Creates another client of the same issuer. */
  readonly create: (options?: Partial<TokenClientOptions>) => TokenClient;
}

/** Creates a service. */
export async function createShop(
  options: Partial<TokenClientOptions> = {},
  given: FaultProviderOptions = {},
): Promise<Shop> {
  const received: Received[] = [];
  const lines: string[] = [];
  const op = await createFaultProvider({
    alg: "ES256",
    ...given,
    extra: ({ url, method, headers }) => {
      if (!url.startsWith(ORDERS)) return undefined;
      received.push({ url, method, headers });
      return shop.answer();
    },
  });
  const { issuer, fetch, clientId, clientSecret } = op;
  const logger = createLogger(lines);
  const api = protect({ resource: SHOP, issuer: { issuer, fetch }, logger });
  const create: Shop["create"] = (more) =>
    createTokenClient({
      issuer,
      clientId,
      clientSecret,
      fetch,
      logger,
      ...more,
    });
  const shop: Shop = {
    op,
    client: create(options),
    lines,
    received,
    answer: () => new Response("ok"),
    call: async (token) => {
      const text = await op.mintAccessToken({ audience: SHOP, ...token });
      const headers = { authorization: `Bearer ${text}` };
      const access = await api.require(new Request(SHOP, { headers }));
      return access instanceof Response
        ? assert.fail(`refused: ${access.status}`)
        : access;
    },
    create,
  };
  return shop;
}

/** Returns the last request to the token endpoint. */
export function lastRequest({ op }: Shop): RecordedRequest {
  const found = op.requests.findLast((one) => one.endpoint === "token");
  return found ?? assert.fail("no token request");
}

/** Returns the fields of the last request to the token endpoint. */
export function lastForm(shop: Shop): Readonly<Record<string, string>> {
  return Object.fromEntries(lastRequest(shop).form ?? []);
}

/** Returns the token of a caller. */
export function readToken(access: WebAccess): string {
  assert.ok(access.kind === "jwt" || access.kind === "opaque");
  return access.token();
}

/** Returns what a promise is rejected with. */
export async function readError(
  promise: Promise<unknown>,
): Promise<Error & { status?: number }> {
  try {
    await promise;
  } catch (error) {
    assert.ok(error instanceof Error);
    return error;
  }
  return assert.fail("nothing was thrown");
}

/** Returns everything that an error could tell. */
export function tellAll(error: Error): string {
  return inspect(error, { depth: 10, showHidden: true });
}
