/**
 * For tests only: starts the provider of the package `oidc-provider`, and signs
 * in with its own pages.
 *
 * @module
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import type { Browser } from "@latchkey/auth/testing";

/** The origin of the application. */
export const app = "https://app.example";

/** A request that the provider answered. */
export interface Answered {
  readonly host: string;
  readonly path: string;
  /** After the question mark; empty if there is none. */
  readonly query: string;
  readonly status: number;
}

/**
 * Runs something while the provider runs on this machine.
 *
 * @param toConfig returns its configuration
 */
export async function withOidcProvider(
  toConfig: (issuer: string) => object,
  run: (issuer: string, answered: Answered[]) => Promise<void>,
): Promise<void> {
  const answered: Answered[] = [];
  let handle = (..._: Parameters<ReturnType<Provider["callback"]>>) => {};
  const server = createServer((request, response) => {
    const [path = "", query = ""] = request.url?.split("?") ?? [];
    const { host = "" } = request.headers;
    response.on(
      "finish",
      () =>
        void answered.push({ host, path, query, status: response.statusCode }),
    );
    handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  try {
    handle = createHandler(issuer, toConfig(issuer));
    await run(issuer, answered);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

function createHandler(issuer: string, config: object) {
  const { info, warn } = console;
  // Its notices are about use in production.
  Object.assign(console, { info: () => {}, warn: () => {} });
  try {
    const provider = new Provider(issuer, {
      claims: { openid: ["sub"], profile: ["name"], email: ["email"] },
      findAccount: (_: unknown, sub: string) => ({
        accountId: sub,
        claims: () => ({ sub, name: "Ada", email: `${sub}@example.com` }),
      }),
      ...config,
    });
    return provider.callback();
  } finally {
    Object.assign(console, { info, warn });
  }
}

/** Signs in as Ada with the provider's pages. */
export async function signInThere(browser: Browser): Promise<void> {
  let page = await browser.goto(`${app}/auth/signin`);
  page = await browser.submit(page);
  const fields = { login: "ada", password: "any" };
  while (!page.url.startsWith(app)) {
    const isLogin = page.text.includes('name="login"');
    page = await browser.submit(page, isLogin ? { fields } : {});
  }
}
