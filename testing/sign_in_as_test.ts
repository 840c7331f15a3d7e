import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { afterEach, describe, it } from "node:test";
import express from "express";
import { type AuthConfig, createAuth, type Session } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { AccessDenied, ConfigurationError } from "@latchkey/auth/errors";
import { ServerAuth } from "@latchkey/auth/server";
import {
  createBrowser,
  createTestSecret,
  signInAs,
  toSite,
} from "@latchkey/auth/testing";

const user = { name: "Ada Lovelace", email: "ada@example.com" };
const fields = {
  role: { type: "string", default: "member" },
  note: { type: "string", session: false },
} as const;

/** Each way of keeping sessions and users. */
const storages: Readonly<Record<string, () => Partial<AuthConfig>>> = {
  "cookies, no users": () => ({}),
  "cookies, stored users": () => ({
    adapter: createMemoryAdapter(),
    session: { strategy: "jwt" },
  }),
  "database sessions": () => ({ adapter: createMemoryAdapter() }),
};

function makeConfig(more: Partial<AuthConfig> = {}): AuthConfig {
  return {
    secret: createTestSecret(),
    providers: [],
    logger: { error() {}, warn() {} },
    ...more,
  };
}

/** Reads the session that an origin sees. */
async function readAt(
  auth: ReturnType<typeof createAuth>,
  origin: string,
  headers: Readonly<Record<string, string>>,
): Promise<Session | null> {
  const request = new Request(`${origin}/`, { headers });
  return (await auth.session(request)).session;
}

for (const [storage, make] of Object.entries(storages)) {
  describe(`signInAs, ${storage}`, () => {
    it("the user is signed in, on every port", async () => {
      const auth = createAuth(makeConfig(make()));
      const { headers, userId } = await signInAs(auth, { user });
      for (const port of [80, 3000, 54_321]) {
        const origin = `http://localhost:${port}`;
        const session = await readAt(auth, origin, headers);
        assert.equal(session?.user?.id, userId);
        assert.equal(session?.user?.name, user.name);
        assert.equal(session?.user?.email, user.email);
      }
    });

    it("the same address is the same user", async () => {
      const auth = createAuth(makeConfig(make()));
      const first = await signInAs(auth, { user });
      const second = await signInAs(auth, { user });
      const other = await signInAs(auth, { user: { email: "b@example.com" } });
      assert.equal(first.userId, second.userId);
      assert.notEqual(first.userId, other.userId);
      assert.notEqual(first.cookie, second.cookie);
    });

    it("an Express application sees it", async () => {
      const auth = ServerAuth(makeConfig(make()));
      const app = express();
      app.get("/", auth.require(), (_req, res) => {
        res.send(res.locals.session?.user?.name);
      });
      const browser = createBrowser({ "http://localhost:3000": toSite(app) });
      (await signInAs(auth, { user })).addTo(browser);
      const page = await browser.goto("http://localhost:3000/");
      assert.equal(page.text, user.name);
    });

    it("a secure origin has its own names of cookies", async () => {
      const auth = createAuth(makeConfig(make()));
      const origin = "https://app.example";
      const { headers, cookies, addTo } = await signInAs(auth, {
        user,
        origin,
      });
      const names = cookies.map(({ name, secure }) => `${name} ${secure}`);
      assert.deepEqual(names, ["__Host-latchkey.session true"]);
      assert.equal(
        (await readAt(auth, origin, headers))?.user?.name,
        user.name,
      );
      const browser = createBrowser({ [origin]: () => new Response() });
      addTo(browser);
      assert.equal(browser.cookieHeader(origin), headers.cookie);
    });

    it("a configured origin decides, wherever the test runs", async () => {
      const origin = "https://app.example";
      const auth = createAuth(makeConfig({ ...make(), origin }));
      const { headers } = await signInAs(auth, { user });
      assert.match(headers.cookie, /^__Host-/);
      const session = await readAt(auth, "http://localhost:3000", headers);
      assert.equal(session?.user?.name, user.name);
    });

    it("a session that is not remembered ends with the browser", async () => {
      const auth = createAuth(makeConfig(make()));
      const brief = await signInAs(auth, { user, remember: false });
      const long = await signInAs(auth, { user });
      assert.equal(brief.cookies[0]?.expires, undefined);
      assert.ok((long.cookies[0]?.expires ?? 0) > Date.now());
      assert.equal(brief.storageState().cookies[0]?.expires, -1);
      assert.ok(await readAt(auth, "http://localhost", brief.headers));
    });

    it("a session says who acts as the user, which proves nothing", async () => {
      const auth = createAuth(makeConfig(make()));
      const admin = await signInAs(auth, { user: { email: "b@example.com" } });
      const actor = admin.userId;
      const { headers } = await signInAs(auth, { user, actor });
      const session = await readAt(auth, "http://localhost", headers);
      assert.deepEqual(session?.actor, { id: actor });
      const request = new Request("http://localhost/", { headers });
      const guarded = await auth.require(request, { maxAge: 60 });
      assert.ok(guarded instanceof Response);
    });

    it("guards see when and how the user proved who they are", async () => {
      const auth = createAuth(makeConfig(make()));
      const pass = async (
        authentication: Parameters<typeof signInAs>[1]["authentication"],
        options: Parameters<typeof auth.require>[1],
      ) => {
        const { headers } = await signInAs(auth, { user, authentication });
        const request = new Request("http://localhost/", { headers });
        return !(await auth.require(request, options) instanceof Response);
      };
      assert.ok(await pass(undefined, { maxAge: 60 }));
      assert.ok(!await pass({ age: 3600 }, { maxAge: 60 }));
      assert.ok(!await pass({ age: null }, { maxAge: 60 }));
      assert.ok(await pass({ acr: "urn:high" }, { acr: "urn:high" }));
      assert.ok(!await pass({}, { acr: "urn:high" }));
      assert.ok(await pass({ amr: ["pwd", "otp"] }, { amr: "otp" }));
      assert.ok(!await pass({ amr: ["pwd"] }, { amr: "otp" }));
    });

    it("a configuration will do in place of what it configures", async () => {
      const config = makeConfig(make());
      const { headers } = await signInAs(config, { user });
      const session = await readAt(
        createAuth(config),
        "http://localhost",
        headers,
      );
      assert.equal(session?.user?.name, user.name);
    });

    it("Playwright gets the cookies in its own form", async () => {
      const auth = createAuth(makeConfig(make()));
      const { storageState, cookie } = await signInAs(auth, { user });
      const { cookies, origins } = storageState();
      const [{ expires = 0, ...rest } = {}] = cookies;
      assert.deepEqual(origins, []);
      assert.ok(expires > Date.now() / 1000 && Number.isInteger(expires));
      assert.deepEqual(rest, {
        name: "latchkey.session",
        value: cookie.replace("latchkey.session=", ""),
        domain: "localhost",
        path: "/",
        httpOnly: true,
        secure: false,
        sameSite: "Lax",
      });
    });
  });
}

describe("signInAs", () => {
  const { NODE_ENV } = process.env;
  afterEach(() => {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
    delete process.env.DENO_ENV;
  });

  it("does nothing in production", async () => {
    const adapter = createMemoryAdapter();
    const auth = createAuth(makeConfig({ adapter, trustHost: true }));
    for (const name of ["NODE_ENV", "DENO_ENV"]) {
      process.env[name] = "production";
      await assert.rejects(signInAs(auth, { user }), (error) => {
        assert.ok(error instanceof ConfigurationError);
        assert.match(error.message, new RegExp(`${name}=production`));
        return true;
      });
      delete process.env[name];
    }
    assert.equal(await adapter.getUserByEmail(user.email), null);
  });

  it("a user who is not there yet is created, with the fields of the application", async () => {
    const adapter = createMemoryAdapter();
    const auth = createAuth({
      ...makeConfig(),
      adapter,
      user: { fields },
    });
    const given = { ...user, role: "staff", note: "likes tea" };
    const { headers, userId } = await signInAs(auth, { user: given });
    const stored = await adapter.getUser(userId, fields);
    assert.deepEqual(stored, {
      ...given,
      id: userId,
      emailVerified: stored?.emailVerified,
    });
    assert.ok(stored?.emailVerified instanceof Date);
    const request = new Request("http://localhost/", { headers });
    const guarded = await auth.require(request, { role: "staff" });
    assert.ok(!(guarded instanceof Response));

    // @ts-expect-error The field is a string.
    await assert.rejects(signInAs(auth, { user: { ...user, role: 5 } }));
    const next = await signInAs(auth, { user: { email: "b@example.com" } });
    const plain = await adapter.getUser(next.userId, fields);
    assert.equal(Object(plain).role, "member");
  });

  it("a known user is changed to what is given, and to nothing else", async () => {
    const adapter = createMemoryAdapter();
    const auth = createAuth({ ...makeConfig(), adapter, user: { fields } });
    const first = await signInAs(auth, {
      user: { ...user, emailVerified: null, note: "likes tea" },
    });
    const by = { id: first.userId, role: "staff" };
    const second = await signInAs(auth, { user: by });
    assert.equal(second.userId, first.userId);
    assert.deepEqual(await adapter.getUser(first.userId, fields), {
      ...user,
      id: first.userId,
      emailVerified: null,
      role: "staff",
      note: "likes tea",
    });
  });

  it("a field that is not stored is an error, and not a user without it", async () => {
    const all = createMemoryAdapter();
    const adapter = {
      ...all,
      createUser: (
        { id, email, emailVerified }: {
          id: string;
          email?: string | null;
          emailVerified: Date | null;
        },
      ) => all.createUser({ id, email, emailVerified }),
      updateUser: ({ id }: { id: string }) => all.updateUser({ id }),
    };
    const auth = createAuth(makeConfig({ adapter }));
    await assert.rejects(
      signInAs(auth, { user: { email: user.email, role: "staff" } }),
      /the adapter does not store `role`.*`user\.fields`/,
    );
  });

  it("the application's own ids are those of a sign-in", async () => {
    const auth = createAuth(makeConfig({
      callbacks: { userId: ({ user: { email } }) => `own ${email}` },
    }));
    const { headers, userId } = await signInAs(auth, { user });
    const session = await readAt(auth, "http://localhost", headers);
    assert.equal(userId, `own ${user.email}`);
    assert.equal(session?.user?.id, userId);
  });

  it("the callbacks that shape sessions run; none decides, and no event is told", async () => {
    const told: string[] = [];
    const auth = createAuth(makeConfig({
      adapter: createMemoryAdapter(),
      session: { strategy: "jwt" },
      callbacks: {
        signIn: () => {
          told.push("callback");
          return false;
        },
        jwt: ({ token, account }) =>
          account ? { ...token, via: account.provider } : token,
        session: ({ session, token }) => ({ ...session, via: token?.via }),
      },
      events: {
        signIn: () => void told.push("signIn"),
        createUser: () => void told.push("createUser"),
      },
    }));
    const authentication = { provider: "github" };
    const { headers } = await signInAs(auth, { user, authentication });
    const session = await readAt(auth, "http://localhost", headers);
    assert.equal(Object(session).via, "github");
    assert.deepEqual(told, []);
  });

  it("several instances have their own users", async () => {
    const one = createAuth(makeConfig());
    const other = createAuth(makeConfig());
    const { headers } = await signInAs(one, { user });
    assert.ok(await readAt(one, "http://localhost", headers));
    assert.equal(await readAt(other, "http://localhost", headers), null);
  });

  it("a configuration that is a function gets the request", async () => {
    const tenants: Readonly<Record<string, AuthConfig>> = {
      a: makeConfig(),
      b: makeConfig(),
    };
    const auth = createAuth((request) =>
      tenants[request.headers.get("tenant") ?? ""] ?? makeConfig()
    );
    const request = new Request("http://localhost/", {
      headers: { tenant: "a" },
    });
    const { headers } = await signInAs(auth, { user, request });
    const at = (tenant: string) =>
      readAt(auth, "http://localhost", { ...headers, tenant });
    assert.equal((await at("a"))?.user?.name, user.name);
    assert.equal(await at("b"), null);
  });

  it("with several hosts, the session is for the one that is named", async () => {
    const trustHost = ["a.example", "b.example"];
    const auth = createAuth(makeConfig({ trustHost }));
    const origin = "https://a.example";
    const { headers } = await signInAs(auth, { user, origin });
    assert.ok(await readAt(auth, origin, headers));
    assert.equal(await readAt(auth, "https://b.example", headers), null);
    await assert.rejects(signInAs(auth, { user }), (error) => {
      assert.ok(error instanceof AccessDenied);
      assert.match(error.message, /http:\/\/localhost\. Pass the `origin`/);
      return true;
    });
  });

  it("cookies that a browser would refuse at the origin are an error", async () => {
    const options = { domain: "example.com" };
    const auth = createAuth(makeConfig({
      cookies: { sessionToken: { options } },
    }));
    await assert.rejects(
      signInAs(auth, { user }),
      /A browser at http:\/\/localhost refuses .* Pass the `origin`/,
    );
    const origin = "https://app.example.com";
    const { storageState } = await signInAs(auth, { user, origin });
    assert.equal(storageState().cookies[0]?.domain, ".example.com");
  });

  it("a program's request is signed in over HTTP", async () => {
    const auth = ServerAuth(makeConfig());
    const app = express();
    app.get("/", auth.require(), (_req, res) => void res.send("Welcome"));
    const server = app.listen(0);
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const { headers } = await signInAs(auth, { user });
    const answer = await fetch(`http://localhost:${port}/`, { headers });
    assert.equal(await answer.text(), "Welcome");
    server.close();
  });
});
