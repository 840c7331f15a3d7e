import type { RequestListener } from "node:http";
import { createEngine } from "./engine.ts";
import { withIcon } from "./icon.ts";
import { createLogin } from "./login.ts";
import { listenOnLoopback, type LoopbackServer } from "./loopback.ts";

/** An application that uses this provider. */
export interface ProviderClient {
  readonly clientId: string;
  /** Absent for programs on people's machines, which cannot keep one. */
  readonly clientSecret?: string;
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris?: readonly string[];
  /** Told when the provider ends a session of its user. */
  readonly backchannelLogoutUri?: string;
  /** Shown on the login page. */
  readonly name?: string;
}

/** An API whose clients get tokens here (RFC 8707). */
export interface ProviderApi {
  readonly resource: string;
  /** Its scopes, separated by blanks. */
  readonly scope: string;
}

/** A user who can sign in here. */
export interface ProviderAccount {
  readonly sub: string;
  readonly username: string;
  readonly password: string;
  readonly name: string;
  readonly email: string;
}

export interface ProviderOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** Default `http://localhost:<port>`. */
  readonly issuer?: string;
  readonly clients: readonly ProviderClient[];
  readonly accounts?: readonly ProviderAccount[];
  /** APIs that take this provider's tokens. */
  readonly apis?: readonly ProviderApi[];
  /**
   * `"separate"` serves the login page from a second origin and another site
   * (127.0.0.1, on its own port), as large providers do: the authorization
   * endpoint redirects to it.
   */
  readonly loginOrigin?: "same" | "separate";
  /** Wraps the request handlers. */
  readonly around?: (handler: RequestListener) => RequestListener;
}

export interface RunningProvider {
  readonly issuer: string;
  /** The origin of the login page; equals the issuer unless it is separate. */
  readonly loginOrigin: string;
  readonly accounts: readonly ProviderAccount[];
  close(): Promise<void>;
}

/** Passwords of a demo that only listens on this machine: not secrets. */
export const demoAccounts: readonly ProviderAccount[] = [
  {
    sub: "demo-ada",
    username: "ada@example.test",
    password: "analytical-engine",
    name: "Ada Lovelace",
    email: "ada@example.test",
  },
  {
    sub: "demo-grace",
    username: "grace@example.test",
    password: "first-compiler",
    name: "Grace Hopper",
    email: "grace@example.test",
  },
  {
    sub: "demo-katherine",
    username: "katherine@example.test",
    password: "orbital-mechanics",
    name: "Katherine Johnson",
    email: "katherine@example.test",
  },
];

/**
 * Starts an OpenID Connect provider with a login page, for demos and browser
 * tests.
 */
export async function startProvider(
  options: ProviderOptions,
): Promise<RunningProvider> {
  const accounts = options.accounts ?? demoAccounts;
  // The engine needs the issuer and the issuer may need the port, so the servers come first.
  let handle: RequestListener = notReady;
  let handleLogin: RequestListener = notReady;
  const servers: LoopbackServer[] = [];
  const main = await listenOnLoopback(
    (request, response) => handle(request, response),
    options.port,
  );
  servers.push(main);
  const issuer = options.issuer ?? `http://localhost:${main.port}`;
  let loginOrigin = issuer;
  if (options.loginOrigin === "separate") {
    const login = await listenOnLoopback(
      (request, response) => handleLogin(request, response),
      0,
    );
    servers.push(login);
    loginOrigin = `http://127.0.0.1:${login.port}`;
  }

  const { clients } = options;
  const { apis = [] } = options;
  const engine = await createEngine({
    issuer,
    loginOrigin,
    clients,
    accounts,
    apis,
  });
  const wrap = options.around ?? ((handler) => handler);
  const around = (handler: RequestListener) => wrap(withIcon(handler));
  const protocol = around(engine.callback());
  const login = around(createLogin({ engine, clients, accounts }));
  handleLogin = login;
  handle = (request, response) => {
    const here = loginOrigin === issuer && request.url?.startsWith("/login/");
    return (here ? login : protocol)(request, response);
  };

  return {
    issuer,
    loginOrigin,
    accounts,
    close: async () =>
      void await Promise.all(servers.map((server) => server.close())),
  };
}

const notReady: RequestListener = (_request, response) => {
  response.writeHead(503).end();
};
