/**
 * For tests only: APIs that a guard protects, behind each kind of server.
 *
 * @module
 */

import "../core/runtime/test_mode_testkit.ts";
import {
  type AccessTokenOptions,
  createFaultProvider,
  type FaultProvider,
  type FaultProviderOptions,
} from "@latchkey/auth/testing";
import {
  type Access,
  type AccessRules,
  type IssuerOptions,
  protect,
  type ProtectOptions,
  type WebProtectOptions,
} from "@latchkey/auth/resource";
import {
  type Answer,
  createLogger,
  toAnswer,
} from "../testing/checks_testkit.ts";

/** The API, whose routes are below its path. */
export const resource = "https://api.example/mcp";
/** A route that the guard protects. */
export const route = `${resource}/files`;
/** The origin of pages that may call the API. */
export const page = "https://app.example";

/** Who signed in to the application, by the header `x-user` of a request. */
export const userHeader = "x-user";

/** Makes a session from the header, in place of a cookie. */
export function toSession(user: string | null) {
  return user === null
    ? null
    : { user: { id: user }, expires: "2030-01-01T00:00:00.000Z" };
}

/** What a server has to serve. */
export interface Served {
  readonly options: ProtectOptions;
  readonly rules: AccessRules<unknown>;
}

/** Serves the metadata, and `route` behind the guard. */
export type GuardHost = (
  served: Served,
) => (request: Request) => Promise<Response>;

/** What the route answers. */
export function describeAccess(access: Access): string {
  const { kind, subject, userId, scopes } = access;
  return JSON.stringify({ kind, subject, userId, scopes });
}

/** Request and Response. */
export const webHost: GuardHost = ({ options, rules }) => {
  const own: WebProtectOptions = {
    ...options,
    session: (request) => {
      const session = toSession(request.headers.get(userHeader));
      return Promise.resolve({ session, headers: new Headers() });
    },
  };
  const api = protect(own);
  return async (request) => {
    const open = await api.handler(request);
    if (open !== null) return open;
    const access = await api.require(request, rules);
    if (access instanceof Response) return access;
    const { headers } = access;
    return new Response(describeAccess(access), { headers });
  };
};

/** Options of {@link createGuarded}. */
export interface GuardedOptions {
  readonly host?: GuardHost;
  readonly op?: FaultProviderOptions;
  readonly options?: Partial<ProtectOptions>;
  readonly issuer?: Partial<IssuerOptions>;
  readonly rules?: AccessRules<unknown>;
}

/** A request to the route. */
export interface Call {
  readonly token?: string | undefined;
  readonly scheme?: string;
  readonly method?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An API behind a guard, and the provider that issues its tokens. */
export interface Guarded {
  readonly op: FaultProvider;
  readonly log: readonly string[];
  readonly mint: (options?: AccessTokenOptions) => Promise<string>;
  /** Calls the route. */
  readonly call: (call: Call) => Promise<Answer>;
}

/** Creates an API behind a guard. */
export async function createGuarded(
  { host = webHost, op: given, options, issuer, rules = {} }: GuardedOptions =
    {},
): Promise<Guarded> {
  const op = await createFaultProvider(given);
  const log: string[] = [];
  const handler = host({
    options: {
      resource,
      issuer: { issuer: op.issuer, fetch: op.fetch, ...issuer },
      logger: createLogger(log),
      cors: { origins: [page] },
      ...options,
    },
    rules,
  });
  return {
    op,
    log,
    mint: (token) => op.mintAccessToken({ audience: resource, ...token }),
    call: async (
      { token, scheme = "Bearer", method = "GET", url = route, ...more },
    ) => {
      const headers = new Headers(more.headers);
      if (token !== undefined) {
        headers.set("authorization", `${scheme} ${token}`);
      }
      const { body = null } = more;
      const request = new Request(url, { method, headers, body });
      return await toAnswer(await handler(request));
    },
  };
}

/** Reads the parameters of an answer's only challenge. */
export function readChallenge(
  { headers }: Answer,
): Readonly<Record<string, string>> {
  const text = headers.get("www-authenticate") ?? "";
  const [scheme = "", rest = ""] = splitOnce(text);
  const pairs = [...rest.matchAll(/(\w+)="([^"\\]*)"(?:, |$)/g)];
  if (pairs.map(([whole]) => whole).join("") !== rest) {
    throw new Error(`The challenge has another syntax: ${text}`);
  }
  const params = pairs.map(([, name = "", value = ""]) => [name, value]);
  if (new Set(params.map(([name]) => name)).size < params.length) {
    throw new Error(`The challenge names a parameter twice: ${text}`);
  }
  return { scheme, ...Object.fromEntries(params) };
}

function splitOnce(text: string): readonly string[] {
  const at = text.indexOf(" ");
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
