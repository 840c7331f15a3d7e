/** Node's HTTP/2 server: its requests have the host in `:authority`. */

import assert from "node:assert/strict";
import {
  type ClientHttp2Session,
  connect,
  createServer,
  type Http2ServerRequest,
} from "node:http2";
import type { AddressInfo } from "node:net";
import { describe, it } from "node:test";
import { getToken } from "@latchkey/auth/jwt";
import type {
  ServerAuthConfig,
  ServerRequest,
  ServerResponse,
} from "@latchkey/auth/server";
import { createBrowser } from "@latchkey/auth/testing";
import { createServerApp, type ServerApp } from "./express_testkit.ts";
import { signIn } from "../testing/app_testkit.ts";
import { signInAndOut, toCookie } from "./express_testkit.ts";
import { sendHttp2 } from "./http2_testkit.ts";

/** Serves the auth routes and, elsewhere, the claims of the session cookie. */
async function serve(
  { auth, secret }: Pick<ServerApp, "auth" | "secret">,
  run: (origin: string, client: ClientHttp2Session) => Promise<void>,
): Promise<void> {
  const server = createServer((request, response) => {
    const req = request as Http2ServerRequest & ServerRequest;
    auth(req, response as unknown as ServerResponse, (error) => {
      assert.equal(error, undefined);
      getToken({ req, secret }).then((token) =>
        response.end(JSON.stringify(token))
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = connect(origin);
  try {
    await run(origin, client);
  } finally {
    client.close();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** The mail provider of `setUp` calls the application's code with the request. */
function withPassword(seen: string[]): Partial<ServerAuthConfig> {
  return {
    providers: [{
      id: "password",
      type: "credentials",
      credentials: { name: {} },
      authorize: (_credentials, request) => {
        seen.push(...request.headers.keys());
        return { id: "1", name: "Ada" };
      },
    }],
  };
}

describe("a server of HTTP/2", () => {
  it("a user signs in and out, and the redirect URI has the host of `:authority`", async () => {
    const { op, ...setup } = await createServerApp();
    await serve(setup, async (origin, client) => {
      const browser = createBrowser(async (request) =>
        request.url.startsWith(op.origin)
          ? await op.handler(request)
          : await sendHttp2(client, request)
      );
      await signInAndOut(browser, op, `${origin}/auth`);
      await signIn(browser, { base: `${origin}/auth` });
      const cookie = browser.cookieHeader(`${origin}/`);
      const headers = { cookie };
      const claims = await sendHttp2(
        client,
        new Request(`${origin}/token`, { headers }),
      );
      assert.equal((await claims.json()).name, "Ada Lovelace");
    });
  });

  it("the session of another host does not count", async () => {
    const setup = await createServerApp();
    await serve(setup, async (origin, client) => {
      for (const [aud, isLive] of [[origin, true], ["http://x.y", false]]) {
        const cookie = await toCookie(setup.secret, { aud });
        for (const path of ["/token", "/auth/session"]) {
          const request = new Request(origin + path, { headers: { cookie } });
          const answer = await sendHttp2(client, request);
          assert.equal(await answer.text() !== "null", isLive, path);
        }
      }
    });
  });

  it("the application's code gets the headers without the fields of HTTP/2", async () => {
    const seen: string[] = [];
    await serve(
      await createServerApp(withPassword(seen)),
      async (origin, client) => {
        const browser = createBrowser((request) => sendHttp2(client, request));
        const page = await browser.goto(`${origin}/auth/signin`);
        await browser.submit(page, { fields: { name: "ada" } });
        assert.ok(seen.includes("cookie"), seen.join());
        assert.ok(!seen.some((name) => name.startsWith(":")));
      },
    );
  });
});
