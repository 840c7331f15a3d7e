import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { describe, it } from "node:test";
import { createAuth } from "@latchkey/auth";
import {
  createBrowser,
  createTestSecret,
  serveDemoProvider,
} from "@latchkey/auth/testing";

const app = "http://localhost:3000";

async function findFreeOrigin(): Promise<string> {
  const server = createServer().listen(0, "localhost");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return `http://localhost:${port}`;
}

/** Serves the provider, and an application that signs in with it. */
async function start() {
  const issuer = await findFreeOrigin();
  const env = {
    AUTH_DEMO_ISSUER: issuer,
    AUTH_DEMO_ID: "app",
    AUTH_DEMO_SECRET: "secret of the application",
  };
  const provider = await serveDemoProvider(env);
  const auth = createAuth({
    secret: createTestSecret(),
    logger: { error() {}, warn() {} },
    providers: [{
      id: "demo",
      name: "Demo",
      type: "oidc",
      issuer,
      clientId: env.AUTH_DEMO_ID,
      clientSecret: env.AUTH_DEMO_SECRET,
    }],
  });
  const browser = createBrowser((request) =>
    new URL(request.url).origin === app
      ? auth.handler(request)
      : fetch(request, { redirect: "manual" })
  );
  return { env, provider, browser };
}

describe("the demo's provider", () => {
  it("each person signs in with one click", async () => {
    const { provider, browser } = await start();
    try {
      for (const name of ["Grace Hopper", "Ada Lovelace"]) {
        const own = browser.clone();
        const signIn = await own.goto(`${app}/auth/signin`);
        const chooser = await own.submit(signIn);
        assert.equal(new URL(chooser.url).origin, provider?.issuer);
        await own.submit(chooser, { button: name });
        const session = await (await own.fetch(`${app}/auth/session`)).json();
        assert.equal(session.user.name, name);
      }
    } finally {
      provider?.close();
    }
  });

  it("its page holds no markup of the request", async () => {
    const { provider } = await start();
    try {
      const markup = encodeURIComponent(`"><script>alert(1)</script>`);
      const url = `${provider?.issuer}/authorize?state=${markup}`;
      const text = await (await fetch(url)).text();
      assert.match(text, /&#34;&#62;&#60;script&#62;/);
      assert.doesNotMatch(text, /<script/);
    } finally {
      provider?.close();
    }
  });

  it("nobody is signed in without a click", async () => {
    const { env, provider } = await start();
    try {
      const params = new URLSearchParams({
        client_id: env.AUTH_DEMO_ID,
        redirect_uri: `${app}/auth/callback/demo`,
        response_type: "code",
        prompt: "none",
      });
      const url = `${provider?.issuer}/authorize?${params}`;
      const answer = await fetch(url, { redirect: "manual" });
      await answer.body?.cancel();
      const target = new URL(answer.headers.get("location") ?? "");
      assert.equal(target.searchParams.get("error"), "login_required");
    } finally {
      provider?.close();
    }
  });

  it("a process has one at each address", async () => {
    const { env, provider } = await start();
    assert.equal(await serveDemoProvider(env), provider);
    provider?.close();
    const again = await serveDemoProvider(env);
    assert.notEqual(again, provider);
    again?.close();
  });

  it("a port that is in use is an error that says what to change", async () => {
    const server = createServer().listen(0, "localhost");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const AUTH_DEMO_ISSUER = `http://localhost:${port}`;
    await assert.rejects(
      serveDemoProvider({ AUTH_DEMO_ISSUER }),
      /cannot listen on http:\/\/localhost:\d+ \(EADDRINUSE\): .* AUTH_DEMO_ISSUER/,
    );
    server.close();
  });

  it("a provider elsewhere, or none, is left to the application", async () => {
    for (const issuer of [undefined, "", "https://login.example.com"]) {
      const AUTH_DEMO_ISSUER = issuer;
      assert.equal(await serveDemoProvider({ AUTH_DEMO_ISSUER }), null);
    }
  });
});
