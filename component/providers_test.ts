import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type {
  AuthConfig,
  CredentialsConfig,
  Mail,
  SessionUser,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { WebAuthn } from "@latchkey/auth/providers/webauthn";
import { app } from "../testing/app_testkit.ts";
import {
  createQwikApp,
  entry,
  formRequest,
  idOf,
  page,
  type QwikSite,
  readData,
  readPage,
  resultOf,
  sessionOf,
  submitRequest,
} from "./qwik_testkit.ts";

const S = "__Host-latchkey.session";

/** A provider whose id does not show its type. */
function door(changes: Partial<CredentialsConfig> = {}): CredentialsConfig {
  return {
    id: "door",
    name: "Door",
    type: "credentials",
    credentials: { username: {}, password: { type: "password" } },
    authorize: ({ username, password }) =>
      password === "right"
        ? { id: String(username), name: String(username) }
        : null,
    ...changes,
  };
}

const right = {
  providerId: "door",
  "options.username": "ada",
  "options.password": "right",
};

async function createDoor(
  changes: Partial<CredentialsConfig> = {},
  config: Partial<AuthConfig> = {},
): Promise<QwikSite> {
  return await createQwikApp({
    routes: { "/": [page()], "/x": [page()] },
    config: { providers: [door(changes)], ...config },
  });
}

function hasSession(response: Response): boolean {
  return response.headers.getSetCookie()
    .some((cookie) => cookie.startsWith(`${S}=`));
}

describe("useSignIn with a password", () => {
  it("a form signs in at once, without JavaScript", async () => {
    const site = await createDoor();
    const response = await site.fetch(
      formRequest("/x", site.auth.useSignIn, right),
    );
    assert.equal(response.status, 303);
    assert.equal(response.headers.get("location"), `${app}/x`);
    assert.ok(hasSession(response));
  });

  it("a form signs in at once, and sends a script to the page", async () => {
    const site = await createDoor();
    const input = {
      providerId: "door",
      redirectTo: "/x?tab=2",
      options: { username: "ada", password: "right" },
    };
    const response = await site.browser.fetch(
      `${app}/q-data.json?qaction=${idOf(site.auth.useSignIn)}`,
      {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(input),
      },
    );
    assert.equal(response.status, 303);
    assert.equal(response.headers.get("location"), "/x/q-data.json?tab=2");
    const home = await site.browser.goto(`${app}/`);
    const { user } = sessionOf(site, home.text) as { user: SessionUser };
    const { id, ...shown } = user;
    assert.deepEqual(shown, { name: "ada" });
    assert.ok(id);
  });

  it("a refusal is returned as data, and starts no session", async () => {
    const site = await createDoor();
    const fields = { ...right, "options.password": "wrong" };
    const response = await site.fetch(
      formRequest("/", site.auth.useSignIn, fields),
    );
    const { loaders } = readPage(await response.text());
    const { ref, ...result } = loaders[idOf(site.auth.useSignIn)] as {
      ref: string;
    };
    assert.deepEqual(result, {
      failed: true,
      fieldErrors: {},
      formErrors: [
        "These details don’t match an account. Check them and try again.",
      ],
      type: "CredentialsSignin",
      code: "credentials",
    });
    assert.equal(response.status, 401);
    assert.ok(!hasSession(response));
    assert.ok(site.lines.some((line) => line.includes(ref)));
    assert.match(response.headers.get("cache-control") ?? "", /no-store/);
  });

  it("an error that the application throws is recognised, with its code", async () => {
    const site = await createDoor({
      authorize: () => {
        const error = new entry.CredentialsSignin("of another department");
        error.code = "locked";
        throw error;
      },
    });
    const { useSignIn } = site.auth;
    const response = await site.fetch(
      submitRequest("/", useSignIn, { providerId: "door", options: {} }),
    );
    const result = await resultOf(response, useSignIn);
    assert.equal(result.type, "CredentialsSignin");
    assert.equal(result.code, "locked");
    assert.ok(!JSON.stringify(result).includes("department"));
  });

  it("a refusal says when to try again, if the application says so", async () => {
    const site = await createDoor({
      authorize: () => {
        throw new entry.CredentialsSignin("later", { retryAfter: 7 });
      },
    });
    const { useSignIn } = site.auth;
    const response = await site.fetch(
      submitRequest("/", useSignIn, { providerId: "door" }),
    );
    assert.equal(response.status, 429);
    assert.equal(response.headers.get("retry-after"), "7");
    const { retryAfter, type } = await resultOf(response, useSignIn);
    assert.deepEqual([retryAfter, type], [7, "CredentialsSignin"]);
  });

  it("a refusal says when to try again after too many attempts", async () => {
    const site = await createDoor();
    const { useSignIn } = site.auth;
    const input = {
      providerId: "door",
      options: { username: "ada", password: "wrong" },
    };
    let response = await site.fetch(submitRequest("/", useSignIn, input));
    for (let i = 0; i < 20 && response.status !== 429; i++) {
      response = await site.fetch(submitRequest("/", useSignIn, input));
    }
    assert.equal(response.status, 429);
    const result = await resultOf(response, useSignIn);
    assert.equal(result.failed, true);
    assert.ok(Number(result.retryAfter) > 0);
    assert.equal(
      response.headers.get("retry-after"),
      String(result.retryAfter),
    );
    assert.match(response.headers.get("cache-control") ?? "", /no-store/);
  });

  it("authorize() gets the fields of the form, and no field with another meaning [A66]", async () => {
    const seen: object[] = [];
    const site = await createDoor({
      credentials: { username: {}, age: {}, ok: {} },
      authorize: (credentials) => {
        seen.push(credentials);
        return null;
      },
    });
    const url = `${app}/q-data.json?qaction=${idOf(site.auth.useSignIn)}`;
    const post = (type: string, body: string) =>
      site.fetch(
        new Request(url, {
          method: "POST",
          headers: { "content-type": type, origin: app },
          body,
        }),
      );
    await post(
      "application/json",
      `{"providerId":"door","options":{"username":"ada","age":7,"ok":true,
        "__proto__":"1","constructor":"2","prototype":"3","nothing":null,
        "csrfToken":"4","callbackUrl":"5","redirectTo":"/6"}}`,
    );
    await post(
      "application/x-www-form-urlencoded",
      "providerId=door&options.username=ada&options.age=7&options.ok=true",
    );
    const expected = { username: "ada", age: "7", ok: "true" };
    assert.deepEqual(
      seen.map((one) => Object.entries(one)),
      [Object.entries(expected), Object.entries(expected)],
    );
  });

  it("a text that Qwik's notation names very often is not copied", async () => {
    const site = await createDoor();
    const count = 2000;
    const keys = Array.from({ length: count }, (_, i) => `"k${i}":"0"`);
    const body = `{"_entry":"3","_objs":["${
      "x".repeat(30_000)
    }","door",{${keys.join()}},{"providerId":"1","options":"2"}]}`;
    assert.ok(body.length < 65_536);
    const response = await site.fetch(
      new Request(`${app}/q-data.json?qaction=${idOf(site.auth.useSignIn)}`, {
        method: "POST",
        headers: { "content-type": "application/qwik-json", origin: app },
        body,
      }),
    );
    assert.equal(response.status, 413);
  });
});

describe("useSignIn with other providers", () => {
  it("a form requests a mail, and shows the page that says so", async () => {
    const mails: Mail[] = [];
    const site = await createQwikApp({
      config: {
        adapter: createMemoryAdapter(),
        providers: [{
          id: "post",
          type: "email",
          from: "Example <sign-in@app.example>",
          sendMail: ({ mail }) => void mails.push(mail),
        }],
      },
    });
    const fields = { providerId: "post", "options.email": "ada@example.test" };
    const response = await site.fetch(
      formRequest("/", site.auth.useSignIn, fields),
    );
    assert.equal(response.status, 303);
    const location = new URL(response.headers.get("location") ?? "");
    assert.equal(location.pathname, "/auth/verify-request");
    assert.deepEqual(mails.map(({ to }) => to), ["ada@example.test"]);

    // It is not a Qwik page: a script has to open it.
    const script = await site.fetch(
      submitRequest("/", site.auth.useSignIn, {
        providerId: "post",
        options: { email: "bob@example.test" },
      }),
    );
    assert.equal(script.status, 200);
    const { redirect = "" } = await readData(script);
    assert.equal(new URL(redirect).pathname, "/auth/verify-request");
  });

  it("a form leaves for a provider that speaks OAuth only", async () => {
    const site = await createQwikApp({
      config: {
        providers: [{
          id: "plain",
          name: "Plain",
          type: "oauth",
          clientId: "client",
          clientSecret: "a secret of this test only",
          authorization: "https://op.example/authorize",
          token: "https://op.example/token",
          userinfo: "https://op.example/userinfo",
        }],
      },
    });
    const { useSignIn } = site.auth;
    const input = { providerId: "plain" };
    const response = await site.fetch(submitRequest("/", useSignIn, input));
    const { redirect = "" } = await readData(response);
    const url = new URL(redirect);
    assert.equal(url.origin + url.pathname, "https://op.example/authorize");
  });

  it("a form sends a visitor with a passkey to the page that can use it", async () => {
    const site = await createQwikApp({
      config: {
        adapter: createMemoryAdapter(),
        experimental: { enableWebAuthn: true },
        providers: [WebAuthn()],
      },
    });
    const fields = { providerId: "webauthn", redirectTo: "/x" };
    const response = await site.fetch(
      formRequest("/", site.auth.useSignIn, fields),
    );
    assert.equal(response.status, 303);
    const location = new URL(response.headers.get("location") ?? "");
    assert.equal(location.pathname, "/auth/signin");
    assert.equal(location.searchParams.get("callbackUrl"), `${app}/x`);
  });
});

describe("the target of a form", () => {
  const routes = { "/": [page()], "/x": [page()], "/login": [page()] };

  async function leadsTo(
    path: string,
    redirectTo: string | undefined,
    config: Partial<AuthConfig> = {},
  ): Promise<string | null> {
    const site = await createQwikApp({
      routes,
      config: { providers: [door()], ...config },
    });
    const { useSignIn } = site.auth;
    const request = submitRequest(path, useSignIn, {
      providerId: "door",
      redirectTo,
      options: { username: "ada", password: "right" },
    });
    const url = new URL(request.url);
    url.search = `${new URL(path, app).search || "?"}&qaction=${
      idOf(useSignIn)
    }`;
    url.pathname = `${new URL(path, app).pathname}/q-data.json`
      .replace("//", "/");
    const response = await site.fetch(new Request(url, request));
    const location = response.headers.get("location");
    if (location !== null) return location;
    return (await readData(response)).redirect ?? null;
  }

  it("the target of a form on the application's sign-in page is the page where the visitor came from", async () => {
    const pages = { signIn: "/login" };
    const from = "/login?callbackUrl=%2Fx%3Fa%3D1";
    const login = (redirectTo?: string, path = from) =>
      leadsTo(path, redirectTo, { pages });
    assert.equal(await login(), "/x/q-data.json?a=1");
    assert.equal(await login("/"), "/q-data.json");
    const evil = "/login?callbackUrl=https%3A%2F%2Fevil.example";
    assert.equal(await login(undefined, evil), "/q-data.json");
    assert.equal(await login(undefined, "/login"), "/login/q-data.json");
  });

  it("the target keeps its fragment, except on the current page", async () => {
    // Qwik's script would drop it; the browser opens the page instead.
    assert.equal(await leadsTo("/", "/x#part"), `${app}/x#part`);
    assert.equal(await leadsTo("/x", "/x#part"), "/x/q-data.json");
  });

  it("the target keeps a double slash", async () => {
    assert.equal(await leadsTo("/", "/x//y"), "/x//y/q-data.json");
  });
});
