import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import {
  type AuthConfig,
  createMemoryStore,
  type WebAuthnConfig,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { endTest } from "../../../testing/checks_testkit.ts";
import { site } from "../../../testing/app_testkit.ts";
import {
  ask,
  challengeCookie,
  createMember,
  createPasskeySite,
  createPerson,
  getOptions,
  register,
  whoIs,
} from "./passkeys_testkit.ts";

afterEach(endTest);

interface Options {
  challenge: string;
  rp: { id: string; name: string };
  rpId: string;
  user: { id: string; name: string; displayName: string };
  allowCredentials?: unknown;
  excludeCredentials?: { id: string }[];
  authenticatorSelection?: Record<string, unknown>;
  attestation?: string;
  timeout?: number;
  userVerification?: string;
}

describe("the options of a ceremony", () => {
  it("options for using a passkey name no credential, and set a cookie for five minutes", async () => {
    const flow = await createPasskeySite();
    const browser = flow.createBrowser();
    const answer = await ask(browser, "webauthn-options/passkey");
    assert.equal(answer.status, 200);
    assert.equal(answer.body.action, "authenticate");
    const options: Options = answer.body.options;
    assert.equal(options.rpId, "app.example");
    assert.equal(options.userVerification, "required");
    assert.equal(options.timeout, 300_000);
    assert.equal(options.challenge.length, 43);
    assert.equal(options.allowCredentials, undefined);
    assert.match(answer.headers.get("cache-control") ?? "", /no-store/);
    const [cookie = ""] = answer.headers.getSetCookie();
    assert.ok(cookie.startsWith(`${challengeCookie}=`));
    assert.ok(
      cookie.endsWith("; Max-Age=300; Path=/; HttpOnly; Secure; SameSite=Lax"),
    );
    // The challenge cannot be read from the cookie.
    assert.ok(!cookie.includes(options.challenge));
  });

  it("the options' cookie has the attributes that the application configured", async () => {
    const options = { domain: "example", sameSite: "strict" } as const;
    const flow = await createPasskeySite({
      cookies: { webauthnChallenge: { options } },
    });
    const answer = await ask(flow.createBrowser(), "webauthn-options/passkey");
    const [cookie = ""] = answer.headers.getSetCookie();
    assert.match(cookie, /^__Secure-latchkey\.challenge=[^;]+; Max-Age=300; /);
    assert.match(cookie, /; Domain=example; .*; SameSite=Strict$/);
  });

  it("the options are the same for known and unknown addresses [4.16]", async () => {
    const flow = await createPasskeySite();
    await createMember(flow);
    for (const action of ["authenticate", "register", null]) {
      const seen = await Promise.all(
        ["ada@example.com", "eve@example.com"].map(async (email) => {
          const query = new URLSearchParams({ email });
          if (action !== null) query.set("action", action);
          const { status, headers, body } = await ask(
            flow.createBrowser(),
            `webauthn-options/passkey?${query}`,
          );
          const text = JSON.stringify(body)
            .replaceAll(email, "…")
            .replaceAll(/"[\w-]{43}"/g, '"…"');
          const names = [...headers.keys()];
          const [cookie = ""] = headers.getSetCookie();
          return [status, names, text, cookie.length - 3 * email.length];
        }),
      );
      const [known, unknown] = seen;
      assert.deepEqual(known?.slice(0, 3), unknown?.slice(0, 3));
      assert.equal(known?.[0], 200);
      // Both addresses have the same length.
      assert.ok(Math.abs(Number(known?.[3]) - Number(unknown?.[3])) < 8);
    }
  });

  it("options for signing up call no method of the adapter that finds a user", async () => {
    const called: string[] = [];
    const adapter = new Proxy(createMemoryAdapter(), {
      get: (target, name) => {
        const value = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          called.push(String(name));
          return Reflect.apply(value, target, args);
        };
      },
    });
    const flow = await createPasskeySite({ adapter });
    const query = { action: "register", email: "ada@example.com" };
    const options = await getOptions<Options>(flow.createBrowser(), query);
    assert.deepEqual(called, []);
    assert.deepEqual(options.rp, { id: "app.example", name: "app.example" });
    assert.equal(options.user.name, "ada@example.com");
    assert.equal(options.attestation, "none");
    assert.deepEqual(options.authenticatorSelection, {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    });
  });

  it("options for adding a passkey are for a signed-in user, and exclude the user's passkeys", async () => {
    const flow = await createPasskeySite();
    const { browser, authenticator } = await createMember(flow);
    const query = { action: "register", email: "eve@example.com" };
    const first = await getOptions<Options>(browser, query);
    const second = await getOptions<Options>(browser, query);
    assert.equal(first.user.name, "ada@example.com");
    // All passkeys of a user have the same place in the authenticator.
    assert.equal(first.user.id, second.user.id);
    assert.notEqual(first.challenge, second.challenge);
    const [own] = authenticator.passkeys;
    assert.deepEqual(first.excludeCredentials?.map(({ id }) => id), [own?.id]);
  });

  it("options for adding a passkey need a sign-in within the last ten minutes", async () => {
    for (const strategy of ["database", "jwt"] as const) {
      mock.timers.enable({ apis: ["Date"], now: Date.now() });
      const flow = await createPasskeySite({ session: { strategy } });
      const { browser } = await createMember(flow);
      const path = "webauthn-options/passkey?action=register";
      mock.timers.tick(599_000);
      assert.equal((await ask(browser, path)).status, 200);
      mock.timers.tick(1_000);
      const { status, body, headers } = await ask(browser, path);
      assert.deepEqual([status, body.error, body.code], [
        401,
        "SignInRequired",
        "fresh",
      ]);
      assert.deepEqual(headers.getSetCookie(), []);
      assert.equal(await whoIs(browser), "ada@example.com");
      mock.timers.reset();
    }
  });

  it("options for adding a passkey are refused if the age of the session is unknown", async () => {
    const { sessionDetails: _, ...adapter } = createMemoryAdapter();
    const inner = createMemoryStore();
    // Older versions did not store how the user signed in, either.
    const set: typeof inner.set = async (key, ...rest) => {
      if (!key.startsWith("authentication:")) await inner.set(key, ...rest);
    };
    const flow = await createPasskeySite({
      adapter,
      store: { ...inner, set },
      session: { generateSessionToken: () => crypto.randomUUID() },
    });
    const { browser } = await createMember(flow);
    const path = "webauthn-options/passkey?action=register";
    assert.equal((await ask(browser, path)).status, 200);
    // A cookie from before the sign-in time was stored beside the token.
    const [name = "", text = ""] = browser.cookieHeader(site).split("; ")
      .find((one) => one.includes("latchkey.session"))?.split("=") ?? [];
    const [token = ""] = text.split(".");
    browser.setCookie(site, `${name}=${token}; Path=/; Secure`);
    assert.equal(await whoIs(browser), "ada@example.com");
    const { status, body } = await ask(browser, path);
    assert.deepEqual([status, body.code], [401, "fresh"]);
  });

  for (
    const [what, query] of Object.entries({
      "another action": "action=delete",
      "no address": "action=register",
      "an empty address": "action=register&email=",
      "two addresses": "action=register&email=a@b.c&email=d@e.f",
      "a long address": `action=register&email=${"a".repeat(65)}@b.c`,
      "an address with a name": "action=register&email=A%20<a@b.c>",
      "an address with a line break": "action=register&email=a@b.c%0d%0aCc:x",
      "an address with a comma": "action=register&email=a@b.c,d@e.f",
      "an address without a host": "action=register&email=a@",
      "an address of other letters": "action=register&email=%D0%B0@b.c",
    })
  ) {
    it(`options are refused for ${what}`, async () => {
      const flow = await createPasskeySite();
      const path = `webauthn-options/passkey?${query}`;
      const answer = await ask(flow.createBrowser(), path);
      assert.deepEqual(
        [answer.status, answer.body.error],
        [400, "InvalidRequest"],
      );
      assert.deepEqual(answer.headers.getSetCookie(), []);
    });
  }

  it("options are refused to a signed-in user who names no action", async () => {
    const flow = await createPasskeySite();
    const { browser } = await createMember(flow);
    const answer = await ask(browser, "webauthn-options/passkey");
    assert.equal(answer.status, 400);
  });

  it("options for signing up are refused if no field for an address is configured", async () => {
    const flow = await createPasskeySite({}, { formFields: {} });
    const path = "webauthn-options/passkey?action=register&email=a@b.c";
    const answer = await ask(flow.createBrowser(), path);
    assert.equal(answer.status, 400);
    const page = await flow.createBrowser().goto(`${site}/auth/signin`);
    assert.doesNotMatch(page.text, /Create a passkey|data-passkey-autofill/);
  });

  it("options are served for passkey providers only, by GET", async () => {
    const flow = await createPasskeySite();
    const browser = flow.createBrowser();
    for (
      const [path, method, status] of [
        ["webauthn-options", "GET", 404],
        ["webauthn-options/other", "GET", 404],
        ["webauthn-options/passkey", "POST", 405],
        ["callback/passkey", "GET", 405],
        ["link/passkey", "POST", 404],
      ] as const
    ) {
      const answer = await ask(browser, path, { method });
      assert.equal(answer.status, status, path);
    }
    const head = await browser.fetch(`${site}/auth/webauthn-options/passkey`, {
      method: "HEAD",
    });
    assert.deepEqual([head.status, head.headers.getSetCookie()], [200, []]);
  });
});

describe("the relying party", () => {
  async function findParty(
    config: Partial<AuthConfig>,
    entry: Partial<WebAuthnConfig>,
    url: string,
  ) {
    const flow = await createPasskeySite(config, entry);
    const path = "/auth/webauthn-options/passkey?action=register&email=a@b.c";
    const headers = { accept: "application/json" };
    const response = await flow.handler(new Request(url + path, { headers }));
    const { error, options } = await response.json();
    return error ?? options.rp;
  }

  it("the relying party is the configured origin, whatever the request says", async () => {
    const rp = await findParty({}, {}, "https://evil.example");
    assert.deepEqual(rp, { id: "app.example", name: "app.example" });
  });

  it("the relying party may be a domain above the origin, with a name", async () => {
    const entry = { relyingParty: { id: "example", name: "Ours" } };
    assert.deepEqual(await findParty({}, entry, site), {
      id: "example",
      name: "Ours",
    });
    const old = { relayingParty: { id: "app.example", name: "Ours" } };
    assert.equal((await findParty({}, old, site)).name, "Ours");
  });

  it("the relying party must not be another domain", async () => {
    for (const id of ["evil.example", "pp.example", "x.app.example"]) {
      const entry = { relyingParty: { id } };
      assert.equal(await findParty({}, entry, site), "Configuration");
    }
  });

  it("the relying party never comes from the request's host alone, except on loopback", async () => {
    const config = { origin: undefined, trustHost: true };
    assert.equal(
      await findParty(config, {}, "https://evil.example"),
      "Configuration",
    );
    const rp = await findParty(config, {}, "http://localhost:3000");
    assert.equal(rp.id, "localhost");
  });
});

describe("a user who signs up with a passkey", () => {
  it("the application may describe the new user, and gets the declared fields", async () => {
    const seen: unknown[] = [];
    const flow = await createPasskeySite({}, {
      formFields: { nick: { label: "Nick" }, age: {} },
      getUserInfo: (options, request) => {
        seen.push([Object.keys(options), request]);
        const { nick } = request.query;
        if (nick === "nobody") return null;
        if (nick === "broken") throw new Error("the host is broken");
        return { user: { email: `${nick}@example.com`, name: nick } };
      },
    });
    const person = createPerson(flow);
    const path = "webauthn-options/passkey?action=register&other=1&nick=";
    const { body } = await ask(person.browser, `${path}ada`);
    assert.equal(body.options.user.name, "ada@example.com");
    assert.equal(body.options.user.displayName, "ada");
    assert.deepEqual(seen, [[["adapter"], {
      method: "GET",
      query: { nick: "ada" },
    }]]);
    const data = await person.authenticator.create(body.options);
    const { send } = await import("./passkeys_testkit.ts");
    assert.equal((await send(person.browser, "register", data)).status, 200);
    const user = await flow.adapter.getUserByEmail?.("ada@example.com");
    assert.deepEqual([user?.name, user?.emailVerified], ["ada", null]);

    const other = flow.createBrowser();
    assert.equal((await ask(other, `${path}nobody`)).status, 400);
    const broken = await ask(other, `${path}broken`);
    assert.deepEqual([broken.status, broken.body.error], [
      500,
      "Configuration",
    ]);
  });

  const addresses: readonly (readonly [typed: string, email: string | null])[] =
    [
      ["Ada@Example.com ", "ada@example.com"],
      ["ada@bücher.example", "ada@xn--bcher-kva.example"],
      ["ａda＠example．com", "ada@example.com"],
      ["ada..x@example.com", null],
      ["ada`id`@example.com", null],
      ["ada@localhost", null],
      ["ada@10.0.0.1", null],
      ["\u212aate@example.com", null],
      ["ada@a.example,eve@b.example", null],
      ["", null],
    ];
  for (const [typed, email] of addresses) {
    it(
      `an entry of ${JSON.stringify(typed)} has ${
        email ?? "no address"
      }, as in a mail's form`,
      async () => {
        const flow = await createPasskeySite();
        const query = new URLSearchParams({ action: "register", email: typed });
        const { status, body } = await ask(
          flow.createBrowser(),
          `webauthn-options/passkey?${query}`,
        );
        assert.equal(status, email === null ? 400 : 200);
        assert.equal(body.options?.user.name ?? null, email);
      },
    );
  }

  it("an address that is merely entered is not proved, and takes no user over", async () => {
    const flow = await createPasskeySite();
    const person = createPerson(flow);
    await register(person, "eve@example.com");
    const user = await flow.adapter.getUserByEmail?.("eve@example.com");
    assert.equal(user?.emailVerified, null);
  });
});
