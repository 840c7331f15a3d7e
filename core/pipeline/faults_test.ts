import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { Auth, createAuth } from "@latchkey/auth";
import {
  approach,
  arrive,
  assertSignedIn,
  authorize,
  createApp,
  readSession,
  signIn,
  site,
  start,
} from "../../testing/app_testkit.ts";
import { assertNoRejections, endTest } from "../../testing/checks_testkit.ts";

afterEach(endTest);

describe("a process in trouble", () => {
  it("crypto that rejects is an error answer, and the next request works [F42]", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    const callback = await approach(browser);
    const broken = mock.method(
      crypto.subtle,
      "verify",
      () => Promise.reject(new Error("out of order")),
    );
    const page = await arrive(browser, callback);
    broken.mock.restore();
    assert.match(page.url, /error=OAuthCallbackError/);
    assert.equal(await readSession(browser), null);
    await assertNoRejections();
    await assertSignedIn(flow);
  });

  it("a jump of the clock ends what has expired, and nothing else [F43]", async () => {
    mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 0, 1) });
    const flow = await createApp();
    const browser = flow.createBrowser();
    const url = await start(browser);
    mock.timers.tick(14 * 60_000);
    await arrive(browser, await authorize(browser, url));
    assert.ok(await readSession(browser));
  });

  it("a full log changes nothing [F44]", async () => {
    const full = () => {
      throw new Error("no space left");
    };
    const flow = await createApp({
      config: { logger: { error: full, warn: full, debug: full } },
    });
    const browser = flow.createBrowser();
    flow.op.faults.authorize = { error: "server_error" };
    const page = await signIn(browser);
    assert.equal(new URL(page.url).pathname, "/auth/signin");
    flow.op.reset();
    await assertSignedIn(flow);
  });

  it("two versions with two secrets serve the same users while one replaces the other [F39]", async () => {
    const flow = await createApp();
    const { secret, ...config } = flow.makeConfig();
    const fresh = "a newer secret of at least 32 characters";
    const old = { ...config, secret: [secret, fresh].flat() as string[] };
    const next = { ...config, secret: [fresh, secret].flat() as string[] };
    const browser = flow.createBrowser();
    await signIn(browser);
    const cookie = browser.cookieHeader(site);
    for (const one of [old, next, flow.makeConfig()]) {
      const request = new Request(`${site}/`, { headers: { cookie } });
      const { session } = await createAuth(one).session(request);
      assert.ok(session?.user, JSON.stringify(one.secret));
    }
  });

  it("the names of cookies never decide whose session ends [A22]", async () => {
    const flow = await createApp();
    const ada = flow.createBrowser();
    await signIn(ada);
    const stolen = ada.cookies(site).find(({ name }) => /session$/.test(name));
    const bob = flow.createBrowser();
    await signIn(bob);
    bob.setCookie(
      site,
      `__Host-latchkey.session-ada=${stolen?.value}; Path=/; Secure`,
    );
    bob.setCookie(
      site,
      `latchkey.session.0=2~${stolen?.value}; Path=/; Secure`,
    );
    await bob.submit(await bob.goto(`${site}/auth/signout`));
    assert.equal(await readSession(bob), null);
    assert.ok(await readSession(ada));
  });

  it("an identity in a body or a query is ignored [A21]", async () => {
    const flow = await createApp();
    const claims = "userId=ada&user=ada&sub=ada&id=ada&role=admin&session=x";
    const request = new Request(`${site}/auth/session?${claims}`, {
      headers: { "x-session": "ada", authorization: "Bearer ada" },
    });
    const answer = await flow.handler(request);
    assert.equal(await answer.json(), null);
    const browser = flow.createBrowser();
    await signIn(browser);
    const mine = await readSession(browser);
    const again = await browser.fetch(`${site}/auth/session?${claims}`);
    assert.deepEqual(await again.json(), mine);
  });

  it("the first request of a process sets nothing for later ones [A23]", async () => {
    const { makeConfig } = await createApp();
    const config = { ...makeConfig(), origin: undefined, trustHost: true };
    await Auth(new Request("https://evil.example/evil/auth/session"), config);
    const answer = await Auth(new Request(`${site}/auth/providers`), config);
    const { op } = await answer.json();
    assert.equal(op.callbackUrl, `${site}/auth/callback/op`);
  });

  it("cookies that are invalid in different ways get the same answer [A76]", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    await signIn(browser);
    const good = browser.cookies(site)
      .find(({ name }) => name.endsWith(".session"))?.value ?? "";
    const bad = [
      `${good.slice(0, -1)}${good.endsWith("A") ? "Q" : "A"}`,
      good.replace("..", ".x."),
      "x",
      good.split(".").slice(0, 4).join("."),
      good.split(".").with(2, "AAAAAAAAAAAAAAAA").join("."),
    ];
    const answers = await Promise.all(bad.map(async (value) => {
      const headers = { cookie: `__Host-latchkey.session=${value}` };
      const answer = await flow.handler(
        new Request(`${site}/auth/session`, { headers }),
      );
      return JSON.stringify([
        answer.status,
        await answer.text(),
        [...answer.headers],
      ]);
    }));
    assert.equal(new Set(answers).size, 1, answers.join("\n"));
  });
});
