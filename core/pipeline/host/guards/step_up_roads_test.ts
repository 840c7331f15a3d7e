/** Tests of the roads on which a user proves their identity again. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { createAuth } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { type Browser, createBrowser } from "@latchkey/auth/testing";
import {
  assertCleared,
  authenticate,
  createMember,
  createPasskeySite,
  type Person,
  register,
} from "../../../methods/passkey/passkeys_testkit.ts";
import { createAuthenticator } from "../../../methods/passkey/authenticator_testkit.ts";
import { createMemoryStore } from "../../../storage/memory_store.ts";
import { endTest } from "../../../../testing/checks_testkit.ts";
import {
  cookieValue,
  post,
  readSession,
  site,
} from "../../../../testing/app_testkit.ts";
import {
  assertProofRefused,
  createGuardedSite,
  createStale,
  listWays,
  openConfirm,
  page,
  readLinks,
  signInAt,
} from "./step_up_testkit.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const MINUTE = 60_000;

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);

describe("a user with a passkey proves their identity again", () => {
  for (const strategy of ["jwt", "database"] as const) {
    const createScene = async () => {
      const flow = await createPasskeySite({ session: { strategy } });
      const handler = async (request: Request): Promise<Response> => {
        if (new URL(request.url).pathname !== "/pay") {
          return await flow.handler(request);
        }
        const auth = createAuth(flow.makeConfig());
        const passed = await auth.require(request, { maxAge: 300 });
        if (passed instanceof Response) return passed;
        const { session, headers } = passed;
        return new Response(`paid by ${session.user?.email}`, { headers });
      };
      const guarded = {
        ...flow,
        createBrowser: () => createBrowser({ [site]: handler }),
      };
      return { flow: guarded, ada: await createMember(guarded) };
    };

    it(`a passkey is a proof of its moment (${strategy})`, async () => {
      const { ada } = await createScene();
      assert.equal(
        (await ada.browser.goto(page)).text,
        "paid by ada@example.com",
      );
      mock.timers.tick(6 * MINUTE);
      const ways = await openConfirm(ada.browser);
      assert.ok(ways.text.includes('data-passkey="passkey"'));
      assert.ok(!ways.text.includes('data-passkey-action="register"'));
      const more = { callbackUrl: page };
      const { status, body } = await authenticate(ada, undefined, more);
      assert.deepEqual([status, body.url], [200, page]);
      assert.equal(
        (await ada.browser.goto(page)).text,
        "paid by ada@example.com",
      );
    });

    it(`the passkey of a different user is refused (${strategy})`, async () => {
      const { flow, ada } = await createScene();
      const eve = await createMember(flow, "eve@example.com");
      mock.timers.tick(6 * MINUTE);
      await openConfirm(ada.browser);
      const before = cookieValue(ada.browser);
      const thief: Person = { ...eve, browser: ada.browser };
      const more = { callbackUrl: page };
      const answer = await authenticate(thief, undefined, more);
      assert.deepEqual(
        [answer.status, answer.body.error, answer.body.code],
        [403, "InsufficientAuthentication", "other_user"],
      );
      assertCleared(answer);
      assert.equal(cookieValue(ada.browser), before);
      const session = await readSession(ada.browser);
      assert.equal(session?.user?.email, "ada@example.com");
    });
  }
});

describe("the page that asks a user to prove their identity again", () => {
  it("a wrong password leaves the user on that page, with the ways that they have", async () => {
    const adapter = createMemoryAdapter();
    const flow = await createGuardedSite({ config: { adapter } });
    const browser = flow.createBrowser();
    await signInAt(browser);
    flow.own.authTime = NOON / 1000;
    mock.timers.tick(7 * MINUTE);
    const ways = await openConfirm(browser);
    const again = await browser.submit(ways, {
      action: "/auth/callback/credentials",
      fields: { email: "ada@example.com", password: "wrong" },
    });
    assert.match(again.text, /<h1>Confirm it’s you<\/h1>/);
    assert.ok(again.text.includes("Wrong email or password"));
    assert.deepEqual(listWays(again), listWays(ways));
    const done = await browser.submit(again, { action: "/auth/signin/op" });
    assert.equal(done.text, "paid by ada@example.com");
  });

  it("a store that fails leaves the visitor the usual page, as without a session", async () => {
    const inner = createMemoryStore();
    let isDown = false;
    const get: typeof inner.get = async (keys) => {
      if (isDown) throw new Error("the store is down");
      return await inner.get(keys);
    };
    const flow = await createGuardedSite({
      config: { store: { ...inner, get } },
    });
    const browser = flow.createBrowser();
    await signInAt(browser);
    flow.own.authTime = NOON / 1000;
    mock.timers.tick(7 * MINUTE);
    const { url } = await openConfirm(browser);
    isDown = true;
    const fresh = `${site}/auth/signin?error=SignInRequired&code=fresh`;
    for (const address of [url, fresh]) {
      const shown = await browser.goto(address);
      assert.equal(shown.status, 200);
      assert.match(shown.text, /<h1>Sign in to app\.example<\/h1>/);
    }
    assert.ok(flow.log.some(({ text }) => text.includes("the store is down")));
  });

  it("only ways that the user has are offered", async () => {
    const adapter = createMemoryAdapter();
    const flow = await createGuardedSite({
      config: { adapter, origin: site, experimental: { enableWebAuthn: true } },
      toProviders: (op) => [
        op.provider(),
        op.provider({ id: "other", name: "Other" }),
        Passkey({}),
      ],
    });
    const browser = flow.createBrowser();
    await signInAt(browser);
    flow.own.authTime = NOON / 1000;
    mock.timers.tick(7 * MINUTE);
    const ways = await openConfirm(browser);
    assert.deepEqual(listWays(ways), ["/auth/signin/op"]);
    assert.ok(!ways.text.includes("data-passkey"));
  });

  it("a sign-in page of the application is told the reason, and its forms confirm, too", async () => {
    const config = { pages: { signIn: "/login" } };
    const flow = await createGuardedSite({ config });
    const browser = flow.createBrowser();
    const leave = async (fields: Record<string, string> = {}) => {
      const answer = await post(browser, "signin/op", fields);
      return (await answer.json()).url;
    };
    await browser.goto(await leave());
    flow.own.authTime = NOON / 1000;
    mock.timers.tick(7 * MINUTE);
    const shown = await browser.goto(page);
    const query = new URLSearchParams({
      callbackUrl: "/pay",
      error: "InsufficientAuthentication",
    });
    assert.equal(shown.url, `${site}/login?${query}`);
    flow.op.user = { sub: "user-2", email: "eve@example.com" };
    const url = await leave({ callbackUrl: "/pay" });
    const before = cookieValue(browser);
    const refused = await browser.goto(url);
    await assertProofRefused(flow, browser, {
      before,
      shown: refused,
      code: "other_user",
    });
  });

  it("a form that the provider posts proves the same user, and a different one is refused", async () => {
    const params = { response_mode: "form_post" };
    const entry = { authorization: { params } };
    for (const email of ["ada@example.com", "eve@example.com"]) {
      const flow = await createGuardedSite({ entry });
      const browser = flow.createBrowser();
      const submit = async (url: string) => {
        const ways = await browser.goto(url);
        const form = await browser.submit(ways, { action: "/auth/signin/op" });
        return await browser.submit(form);
      };
      await submit(`${site}/auth/signin`);
      flow.own.authTime = NOON / 1000;
      mock.timers.tick(7 * MINUTE);
      if (email !== "ada@example.com") {
        flow.op.user = { sub: "user-2", email };
      }
      const before = cookieValue(browser);
      const { url } = await openConfirm(browser);
      const shown = await submit(url);
      if (email === "ada@example.com") {
        assert.equal(shown.text, "paid by ada@example.com");
      } else {
        await assertProofRefused(flow, browser, {
          before,
          shown,
          code: "other_user",
        });
      }
    }
  });

  it("a provider that never said when, and lists the prompt, is asked to authenticate the user", async () => {
    const flow = await createGuardedSite();
    flow.op.faults.discovery = {
      body: (own) => ({ ...own, prompt_values_supported: ["none", "login"] }),
    };
    const browser = flow.createBrowser();
    flow.own.isSilent = true;
    await signInAt(browser);
    const ways = await openConfirm(browser);
    flow.own.isSilent = false;
    const done = await browser.submit(ways, { action: "/auth/signin/op" });
    assert.equal(done.text, "paid by ada@example.com");
    const asked = flow.op.requests.findLast(({ endpoint }) =>
      endpoint === "authorize"
    );
    const sent = new URL(asked?.url ?? "").searchParams;
    assert.equal(sent.get("prompt"), "login");
  });
});

describe("a change of sign-in methods", () => {
  const change = (browser: Browser, path: string) =>
    post(browser, path, { callbackUrl: "/account" });

  for (const path of ["link/op", "unlink/op"]) {
    it(`an old proof is not enough for ${path}, and the same user gives a new one`, async () => {
      const { flow, browser } = await createStale({
        adapter: createMemoryAdapter(),
      });
      mock.timers.tick(10 * MINUTE);
      const { url } = await (await change(browser, path)).json();
      assert.equal(new URL(url).pathname, "/auth/signin");
      assert.equal(new URL(url).searchParams.get("code"), "fresh");
      const before = cookieValue(browser);
      const ways = await browser.goto(url);
      assert.match(ways.text, /<h1>Confirm it’s you<\/h1>/);
      flow.op.user = { sub: "user-2", email: "eve@example.com" };
      const other = await browser.submit(ways, { action: "/auth/signin/op" });
      assert.equal(new URL(other.url).searchParams.get("code"), "other_user");
      assert.equal(cookieValue(browser), before);
      flow.op.user = { sub: "user-1", email: "ada@example.com" };
      const again = await browser.goto(readLinks(other)[0] ?? "");
      const done = await browser.submit(again, { action: "/auth/signin/op" });
      assert.equal(done.url, `${site}/account`);
      const next = await (await change(browser, path)).json();
      assert.notEqual(new URL(next.url).searchParams.get("code"), "fresh");
    });
  }

  it("an old proof is not enough for unlinkAccount", async () => {
    const { flow, browser } = await createStale({
      adapter: createMemoryAdapter(),
    });
    mock.timers.tick(10 * MINUTE);
    const cookie = browser.cookieHeader(`${site}/`);
    const request = new Request(`${site}/account`, { headers: { cookie } });
    const auth = createAuth(flow.makeConfig());
    await assert.rejects(auth.unlinkAccount(request, { provider: "op" }), {
      name: "SignInRequired",
      code: "fresh",
    });
  });

  it("a provider's old session is no fresh proof for it", async () => {
    const flow = await createGuardedSite({
      config: { adapter: createMemoryAdapter() },
    });
    const browser = flow.createBrowser();
    flow.own.authTime = NOON / 1000 - 3600;
    await signInAt(browser);
    const { url } = await (await change(browser, "link/op")).json();
    assert.equal(new URL(url).searchParams.get("code"), "fresh");
  });

  it("a user whose only way in is plain OAuth signs in again and adds a passkey", async () => {
    const flow = await createGuardedSite({
      config: {
        adapter: createMemoryAdapter(),
        origin: site,
        experimental: { enableWebAuthn: true },
      },
      toProviders: (op) => [
        op.plainProvider({ id: "hub", name: "Hub" }),
        Passkey({}),
      ],
    });
    const browser = flow.createBrowser();
    await signInAt(browser, "hub");
    const phone = { browser, authenticator: createAuthenticator(site) };
    mock.timers.tick(11 * MINUTE);
    const stale = await browser.fetch(
      `${site}/auth/webauthn-options/passkey?action=register`,
      { headers: { accept: "application/json" } },
    );
    const { code, url } = await stale.json();
    assert.equal(code, "fresh");
    const ways = await browser.goto(url);
    assert.deepEqual(listWays(ways), ["/auth/signin/hub"]);
    await browser.submit(ways, { action: "/auth/signin/hub" });
    assert.equal((await register(phone)).status, 200);
  });
});
