import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { customFetch } from "@latchkey/auth";
import { createFaultProvider } from "@latchkey/auth/testing";
import type {
  Browser,
  Claims,
  Fault,
  FaultProvider,
  Page,
} from "@latchkey/auth/testing";
import { ProviderUnavailable } from "../../../errors/errors.ts";
import type { Cell } from "../../../storage/process_cache.ts";
import {
  type App,
  approach,
  arrive,
  assertCallbackRefused,
  assertNoSecrets,
  assertSignedIn,
  createApp,
  pressButton,
  readSession,
  site,
  type SiteAnswer,
  start,
} from "../../../../testing/app_testkit.ts";
import {
  assertNoRejections,
  endTest,
  until,
} from "../../../../testing/checks_testkit.ts";
import { flood } from "../flood_testkit.ts";
import { readCell, refreshCell } from "./cached.ts";

afterEach(endTest);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const noon = Date.UTC(2026, 0, 1, 12);

function setClock(now = noon, ...more: "setTimeout"[]): void {
  mock.timers.enable({ apis: ["Date", ...more], now });
}

function wait(milliseconds: number): void {
  mock.timers.setTime(Date.now() + milliseconds);
}

/** Presses the button; asserts that an error page of ours follows and no attempt is kept. */
async function assertStays(
  flow: App,
  error: string,
  browser: Browser = flow.createBrowser(),
): Promise<SiteAnswer> {
  const page = await pressButton(browser, { target: "/after" });
  const answer = flow.answers.findLast(({ url }) => url.endsWith("/signin/op"));
  assert.ok(answer);
  const url = new URL(answer.headers.get("location") ?? page.pending ?? "");
  assert.equal(url.origin, site);
  assert.equal(url.searchParams.get("error"), error);
  if (error === "ProviderUnavailable") {
    assert.equal(url.searchParams.get("callbackUrl"), `${site}/after`);
  }
  assert.match(answer.headers.get("cache-control") ?? "", /\bno-store\b/);
  assert.deepEqual(answer.headers.getSetCookie(), []);
  assertNoSecrets(flow, answer);
  await assertNoRejections();
  return answer;
}

/** Many users press the button at the same time, at a provider that hangs. */
async function createCrowd(size: number): Promise<{
  flow: App;
  press: (target: (i: number) => string) => Promise<readonly Page[]>;
}> {
  let waiting = 0;
  const redirect = ({ url }: { url: string }) => {
    waiting++;
    return url;
  };
  const flow = await createApp({ config: { callbacks: { redirect } } });
  return {
    flow,
    press: async (target) => {
      setClock(noon, "setTimeout");
      let done = 0;
      const all = Promise.all(Array.from({ length: size }, async (_, i) => {
        const page = await pressButton(flow.createBrowser(), {
          target: target(i),
        });
        done++;
        return page;
      }));
      // The redirect callback is called right before the provider is.
      await until(() => waiting === size);
      await assertNoRejections();
      mock.timers.tick(4999);
      await assertNoRejections();
      assert.equal(done, 0);
      mock.timers.tick(1);
      return await all;
    },
  };
}

function withMetadata(changes: Claims): Fault {
  return { body: (json) => ({ ...json, ...changes }) };
}

describe("discovery", () => {
  it("the metadata is fetched once and used (-discovery-openid-config)", async () => {
    const flow = await createApp();
    flow.op.faults.discovery = withMetadata({
      authorization_endpoint: `${flow.op.issuer}/elsewhere`,
    });
    const url = await start(flow.createBrowser());
    assert.ok(url.startsWith(`${flow.op.issuer}/elsewhere?`));
    flow.op.reset();
    const again = await start(flow.createBrowser());
    assert.ok(again.startsWith(`${flow.op.issuer}/elsewhere?`));
    assert.equal(flow.op.count("discovery"), 1);
  });

  it("the keys come from the URL in the metadata (-discovery-jwks-uri-keys)", async () => {
    const op = await createFaultProvider();
    const path = `${op.issuer}/keys-${crypto.randomUUID()}`;
    const asked: string[] = [];
    const flow = await createApp({
      others: {
        moved: {
          ...op,
          provider: (overrides) => ({
            ...op.provider(overrides),
            [customFetch]: (input, init) => {
              asked.push(String(input));
              return op.fetch(
                String(input).replace(path, `${op.issuer}/jwks`),
                init,
              );
            },
          }),
        },
      },
    });
    op.faults.discovery = withMetadata({ jwks_uri: path });
    await assertSignedIn(flow, flow.createBrowser(), { id: "moved" });
    assert.ok(asked.includes(path));
  });

  for (const suffix of ["INVALID", "/"]) {
    it(`an issuer with "${suffix}" stops the sign-in before any redirect (-discovery-issuer-mismatch)`, async () => {
      const flow = await createApp();
      const issuer = flow.op.issuer + suffix;
      flow.op.faults.discovery = withMetadata({ issuer });
      await assertStays(flow, "Configuration");
      assert.match(
        flow.log.at(-1)?.text ?? "",
        /names the issuer "[^"]+", but "[^"]+" was expected/,
      );
      // An error of the provider is not cached.
      flow.op.reset();
      await assertSignedIn(flow);
    });
  }

  for (const issuer of ["https://op.example/t/1", "https://op.example/t/2/"]) {
    it(`the issuer ${issuer} signs in [R28]`, async () => {
      const flow = await createApp({ op: { issuer } });
      await assertSignedIn(flow);
    });
  }

  it("200 first sign-ins at once make one request, and each gets its own attempt [F05]", async () => {
    const flow = await createApp();
    const browsers = Array.from({ length: 200 }, () => flow.createBrowser());
    const urls = await Promise.all(browsers.map((one) => start(one)));
    assert.equal(flow.op.count("discovery"), 1);
    assert.equal(new Set(urls).size, 200);
  });

  it("first sign-ins that fail together make one request, and each keeps its own target [F05, F01]", async () => {
    const crowd = await createCrowd(20);
    crowd.flow.op.faults.discovery = { hang: true };
    const pages = await crowd.press((i) => `/private/${i}`);
    assert.equal(crowd.flow.op.count("discovery"), 1);
    for (const [i, page] of pages.entries()) {
      const { searchParams } = new URL(page.url);
      assert.equal(searchParams.get("error"), "ProviderUnavailable");
      assert.equal(searchParams.get("callbackUrl"), `${site}/private/${i}`);
    }
    await assertNoRejections();
  });

  it("a refused connection is an outage, and is not cached [F01]", async () => {
    const flow = await createApp();
    flow.op.faults.discovery = [{ reset: true }];
    await assertStays(flow, "ProviderUnavailable");
    const said = flow.log.map(({ text }) => text).join("\n");
    assert.match(said, /connection reset/);
    await assertSignedIn(flow);
    assert.equal(flow.op.count("discovery"), 2);
  });

  it("API clients get 503 and a message [F01]", async () => {
    const flow = await createApp();
    flow.op.faults.discovery = { reset: true };
    const browser = flow.createBrowser();
    const page = await browser.goto(`${site}/auth/signin`);
    const fields = new URLSearchParams(
      page.forms()[0]?.fields.map((one) => [
        ...one,
      ]),
    );
    const response = await browser.fetch(`${site}/auth/signin/op`, {
      method: "POST",
      body: fields,
      headers: { accept: "application/json" },
    });
    assert.equal(response.status, 503);
    const body = await response.json();
    assert.equal(body.error, "ProviderUnavailable");
    assert.match(body.message, /can’t reach the sign-in service. Try again/);
  });

  it("sessions keep working while the provider is down [F01]", async () => {
    setClock();
    const flow = await createApp();
    const browser = flow.createBrowser();
    const session = await assertSignedIn(flow, browser);
    flow.op.faults = { discovery: { reset: true }, jwks: { reset: true } };
    wait(2 * HOUR);
    assert.deepEqual(await readSession(browser), session);
  });

  it("good metadata is used past its age, for up to a day [F01]", async () => {
    setClock();
    const flow = await createApp();
    await assertSignedIn(flow);
    flow.op.faults.discovery = { reset: true };
    flow.op.faults.jwks = { reset: true };
    wait(HOUR - 1000);
    await assertSignedIn(flow);
    assert.equal(flow.op.count("discovery"), 1);
    wait(22 * HOUR);
    await assertSignedIn(flow);
    assert.ok(flow.op.count("discovery") > 1);
    wait(2 * HOUR);
    await assertStays(flow, "ProviderUnavailable");
  });

  it("metadata is fetched again when it is an hour old [F01]", async () => {
    setClock();
    const flow = await createApp();
    await start(flow.createBrowser());
    wait(HOUR - 1);
    await start(flow.createBrowser());
    assert.equal(flow.op.count("discovery"), 1);
    wait(1);
    await start(flow.createBrowser());
    assert.equal(flow.op.count("discovery"), 2);
  });

  for (const ignoreSignal of [false, true]) {
    const kind = ignoreSignal ? "is deaf to" : "heeds";
    it(`discovery that hangs and ${kind} the abort ends after 5 s for 200 sign-ins at once [F02]`, async () => {
      const crowd = await createCrowd(200);
      const { op } = crowd.flow;
      op.faults.discovery = { hang: true, ignoreSignal };
      const pages = await crowd.press(() => "/");
      assert.equal(op.count("discovery"), 1);
      for (const { url } of pages) assert.match(url, /ProviderUnavailable/);
      await assertNoRejections();
      op.reset();
      await assertSignedIn(crowd.flow);
    });
  }

  it("the time limit can be configured [F02]", async () => {
    const flow = await createApp({ config: { providerTimeout: 1 } });
    setClock(noon, "setTimeout");
    flow.op.faults.discovery = { hang: true };
    const page = pressButton(flow.createBrowser());
    await until(() => flow.op.count("discovery") === 1);
    mock.timers.tick(1000);
    assert.match((await page).url, /ProviderUnavailable/);
  });

  const unusable: readonly (readonly [string, () => Fault])[] = [
    ["500", () => ({ status: 500 })],
    ["404 with a right body", () => ({ status: 404, body: "{}" })],
    ["204", () => ({ status: 204 })],
    ["HTML", () => ({ body: "<!doctype html>", contentType: "text/html" })],
    ["invalid JSON", () => ({ body: '{"issuer":' })],
    ["an array", () => ({ body: "[]" })],
    ["no issuer", () => ({ body: "{}" })],
    ["an issuer that is no text", () => ({ body: '{"issuer":7}' })],
    ["10 MB", () => ({ body: " ".repeat(10_000_000) })],
    ["a bomb of 1 GB", () => ({ body: flood(1_000_000_000) })],
    ["a redirect to itself", () => ({ redirect: "/" })],
    ["a redirect to another host", () => ({
      redirect: "https://evil.example/",
      status: 307,
    })],
  ];
  for (const [name, fault] of unusable) {
    it(`discovery that gives ${name} is an outage, and is not cached [F03]`, async () => {
      const flow = await createApp();
      flow.op.faults.discovery = [fault()];
      await assertStays(flow, "ProviderUnavailable");
      assert.equal(flow.op.count("discovery"), 1);
      assert.equal(flow.op.count("other"), 0);
      await assertSignedIn(flow);
    });
  }

  it("an issuer that is not a URL is an outage [F03]", async () => {
    const flow = await createApp();
    flow.op.faults.discovery = withMetadata({ issuer: "op" });
    await assertStays(flow, "ProviderUnavailable");
    assert.match(
      flow.log.at(-1)?.text ?? "",
      /names the issuer "op", which is not a URL: set it to one at the provider/,
    );
  });

  const endpoints = [
    "authorization_endpoint",
    "token_endpoint",
    "jwks_uri",
    "userinfo_endpoint",
  ];
  for (const name of endpoints) {
    const hostile: unknown[] = [
      "javascript:alert(1)",
      "data:text/html,hi",
      "http://op.example/x",
      "http://localhost/x",
      "/relative",
      "",
      "https://op.example/x#fragment",
      "https://op.example/x#",
      "file:///etc/passwd",
      7,
      null,
      ["https://op.example/x"],
    ];
    it(`a hostile ${name} is refused at discovery [X20]`, async () => {
      for (const value of hostile) {
        const flow = await createApp();
        flow.op.faults.discovery = withMetadata({ [name]: value });
        await assertStays(flow, "Configuration");
        assert.match(flow.log.at(-1)?.text ?? "", new RegExp(name));
      }
    });
  }

  for (const name of endpoints.slice(0, 3)) {
    it(`metadata without ${name} is a mistake of the configuration [F04]`, async () => {
      const flow = await createApp();
      flow.op.faults.discovery = withMetadata({ [name]: undefined });
      const answer = await assertStays(flow, "Configuration");
      assert.ok(!answer.body.includes(name));
    });
  }

  it("the error page shows no details [F04]", async () => {
    const flow = await createApp();
    flow.op.faults.discovery = withMetadata({ issuer: "https://evil.example" });
    const browser = flow.createBrowser();
    await pressButton(browser);
    const page = await browser.goto(
      flow.answers.findLast(({ url }) => url.includes("/auth/error"))?.url ??
        "",
    );
    assert.equal(page.status, 500);
    assert.ok(!page.text.includes("evil"));
    assert.ok(!page.text.includes("issuer"));
  });

  it("a userinfo endpoint is not needed", async () => {
    const flow = await createApp();
    flow.op.faults.discovery = withMetadata({ userinfo_endpoint: undefined });
    await assertSignedIn(flow);
  });

  it("http is trusted on loopback only", async () => {
    const flow = await createApp({ op: { issuer: "http://127.0.0.1:9" } });
    await assertSignedIn(flow);
    flow.op.faults.discovery = withMetadata({
      token_endpoint: "http://evil.example/token",
    });
    const other = await createApp({ op: { issuer: "http://127.0.0.1:10" } });
    other.op.faults.discovery = withMetadata({
      token_endpoint: "http://evil.example/token",
    });
    await assertStays(other, "Configuration");
  });
});

describe("keys", () => {
  it("a key rotated right after the first sign-in works for the second (-signing-key-rotation)", async () => {
    const flow = await createApp();
    flow.op.faults.rotate = "afterFirst";
    await assertSignedIn(flow);
    await assertSignedIn(flow);
    assert.equal(flow.op.count("jwks"), 2);
    await assertSignedIn(flow);
    assert.equal(flow.op.count("jwks"), 2);
  });

  it("a key rotated seconds ago works (-signing-key-rotation-just-before-signing)", async () => {
    const flow = await createApp();
    await assertSignedIn(flow);
    flow.op.faults.rotate = "beforeSign";
    await assertSignedIn(flow);
    assert.equal(flow.op.count("jwks"), 2);
  });

  it("a new key under the old kid works after one more fetch [F13]", async () => {
    const flow = await createApp();
    await assertSignedIn(flow);
    await flow.op.rotateKeys({ sameKid: true });
    await assertSignedIn(flow);
    assert.equal(flow.op.count("jwks"), 2);
  });

  it("a key that is no longer published is refused [F13]", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    const url = await approach(browser);
    flow.op.faults.jwks = { body: '{"keys":[]}' };
    await assertCallbackRefused(flow, browser, url, {
      error: "OAuthCallbackError",
    });
    assert.equal(flow.op.count("jwks"), 2);
  });

  it("keys are fetched once for many sign-ins at once", async () => {
    const flow = await createApp();
    const browsers = Array.from({ length: 50 }, () => flow.createBrowser());
    const urls: string[] = [];
    for (const browser of browsers) urls.push(await approach(browser));
    await Promise.all(browsers.map((one, i) => arrive(one, urls[i] ?? "")));
    const sessions = await Promise.all(browsers.map(readSession));
    assert.ok(sessions.every((session) => session !== null));
    assert.equal(flow.op.count("jwks"), 1);
  });

  it("the right one of many keys is found by its kid", async () => {
    const flow = await createApp();
    await flow.op.extraKeys(3);
    await assertSignedIn(flow);
  });

  it("good keys are used while the endpoint is down [F12]", async () => {
    setClock();
    const flow = await createApp();
    await assertSignedIn(flow);
    flow.op.faults.jwks = { reset: true };
    wait(23 * HOUR);
    await assertSignedIn(flow);
    assert.ok(flow.op.count("jwks") > 1);
    wait(2 * HOUR);
    const browser = flow.createBrowser();
    const url = await approach(browser);
    await assertCallbackRefused(flow, browser, url, {
      error: "ProviderUnavailable",
    });
  });

  it("an unknown kid while the endpoint is down is an outage [F12]", async () => {
    const flow = await createApp();
    await assertSignedIn(flow);
    flow.op.faults.rotate = "beforeSign";
    flow.op.faults.jwks = { reset: true };
    const browser = flow.createBrowser();
    const url = await approach(browser);
    await assertCallbackRefused(flow, browser, url, {
      error: "ProviderUnavailable",
    });
  });

  it("tokens with unknown kids cause at most ten fetches a minute [F12]", async () => {
    setClock();
    const flow = await createApp();
    await assertSignedIn(flow);
    flow.op.clearRequests();
    flow.op.faults.idToken = {
      header: (right) => ({ ...right, kid: crypto.randomUUID() }),
    };
    const refuse = async () => {
      const browser = flow.createBrowser();
      const url = await approach(browser);
      await assertCallbackRefused(flow, browser, url, {
        error: "OAuthCallbackError",
      });
    };
    for (let i = 0; i < 15; i++) await refuse();
    assert.equal(flow.op.count("jwks"), 10);
    wait(MINUTE);
    await refuse();
    assert.equal(flow.op.count("jwks"), 11);
    flow.op.reset();
    await assertSignedIn(flow);
  });

  const broken: readonly (readonly [string, () => Fault, string])[] = [
    ["reset", () => ({ reset: true }), "ProviderUnavailable"],
    ["500", () => ({ status: 500 }), "ProviderUnavailable"],
    ["HTML", () => ({ body: "<html>" }), "ProviderUnavailable"],
    ["10 MB", () => ({ body: " ".repeat(10_000_000) }), "ProviderUnavailable"],
    ["1 GB", () => ({ body: flood(1_000_000_000) }), "ProviderUnavailable"],
    [
      "a redirect",
      () => ({ redirect: "https://evil.example/" }),
      "ProviderUnavailable",
    ],
    ["empty", () => ({ body: '{"keys":[]}' }), "OAuthCallbackError"],
    ["no set", () => ({ body: '{"keys":{}}' }), "OAuthCallbackError"],
    ["null", () => ({ body: "null" }), "ProviderUnavailable"],
    ["keys of null", () => ({ body: '{"keys":[null]}' }), "OAuthCallbackError"],
    [
      "keys of nothing",
      () => ({ body: '{"keys":[{}]}' }),
      "OAuthCallbackError",
    ],
  ];
  for (const [name, fault, error] of broken) {
    it(`a bad key set is refused, and is not cached: ${name} [F12]`, async () => {
      const flow = await createApp();
      const browser = flow.createBrowser();
      const url = await approach(browser);
      flow.op.faults.jwks = fault();
      await assertCallbackRefused(flow, browser, url, { error });
      assert.equal(flow.op.count("other"), 0);
      flow.op.reset();
      await assertSignedIn(flow);
    });
  }

  it("an EC key with a broken point is refused [F12]", async () => {
    const flow = await createApp({ op: { alg: "ES256" } });
    const browser = flow.createBrowser();
    const url = await approach(browser);
    flow.op.faults.jwks = {
      body: ({ keys }) => ({
        keys: (keys as Claims[]).map((key) => ({ ...key, y: key["x"] })),
      }),
    };
    await assertCallbackRefused(flow, browser, url, {
      error: "OAuthCallbackError",
    });
  });

  it("a private or symmetric key in the set verifies no token [F12]", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    const url = await approach(browser);
    flow.op.faults.idToken = { sign: "hs256-client-secret" };
    flow.op.faults.jwks = {
      body: ({ keys }) => ({
        keys: [
          ...(keys as Claims[]),
          { kty: "oct", k: btoa(flow.op.clientSecret), alg: "HS256" },
        ],
      }),
    };
    await assertCallbackRefused(flow, browser, url, {
      error: "OAuthCallbackError",
    });
  });

  for (const ignoreSignal of [false, true]) {
    it(
      `a hanging key set that ${
        ignoreSignal ? "ignores" : "obeys"
      } the abort signal ends within 5 s [F12]`,
      async () => {
        const flow = await createApp();
        const browser = flow.createBrowser();
        const url = await approach(browser);
        setClock(Date.now(), "setTimeout");
        flow.op.faults.jwks = { hang: true, ignoreSignal };
        const refused = assertCallbackRefused(flow, browser, url, {
          error: "ProviderUnavailable",
        });
        await until(() => flow.op.count("jwks") === 1);
        mock.timers.tick(5000);
        await refused;
      },
    );
  }
});

describe("a cache cell", () => {
  const empty = <T>(): Cell<T> => ({
    value: null,
    at: 0,
    flight: null,
    tried: -Infinity,
    forced: [],
  });

  it("many callers load a cell once, and a failure is not kept", async () => {
    const cell = empty<number>();
    let calls = 0;
    const load = () => {
      calls++;
      return calls === 1
        ? Promise.reject(new Error("down"))
        : Promise.resolve(7);
    };
    const all = await Promise.allSettled([
      readCell(cell, noon, load),
      readCell(cell, noon, load),
    ]);
    assert.deepEqual(all.map(({ status }) => status), ["rejected", "rejected"]);
    assert.equal(calls, 1);
    assert.equal(await readCell(cell, noon, load), 7);
    assert.equal(calls, 2);
  });

  it("while the provider hangs, one caller every half minute waits, and the others get the old value", async () => {
    const cell = empty<number>();
    await readCell(cell, noon, () => Promise.resolve(1));
    let calls = 0;
    let fail = () => {};
    const hang = () =>
      new Promise<number>((_, reject) => {
        calls++;
        fail = () => reject(new ProviderUnavailable("It hangs."));
      });
    const old = noon + HOUR;
    const first = readCell(cell, old, hang);
    assert.equal(await readCell(cell, old, hang), 1);
    fail();
    assert.equal(await first, 1);
    assert.equal(await readCell(cell, old + 29_999, hang), 1);
    assert.equal(calls, 1);
    const again = () => Promise.resolve(2);
    assert.equal(await readCell(cell, old + 30_000, again), 2);
  });

  it("a load that never ends holds up no caller after a minute", async () => {
    const cell = empty<number>();
    const stuck = readCell(cell, noon, () => new Promise<number>(() => {}));
    const shared = refreshCell(
      cell,
      noon + MINUTE - 1,
      () => Promise.resolve(1),
    );
    const late = noon + MINUTE;
    assert.equal(await readCell(cell, late, () => Promise.resolve(2)), 2);
    assert.equal(await refreshCell(cell, late, () => Promise.resolve(3)), 3);
    assert.equal(cell.value, 3);
    const ended = await Promise.race([
      stuck,
      shared,
      Promise.resolve("neither"),
    ]);
    assert.equal(ended, "neither");
  });

  it("a load that ends late replaces nothing that is newer, and leaves the next one alone", async () => {
    const cell = empty<number>();
    let end = (_value: number) => {};
    const begin = (at: number) =>
      readCell(cell, at, () => new Promise<number>((resolve) => end = resolve));
    const slow = begin(noon);
    const endSlow = end;
    const late = noon + MINUTE;
    assert.equal(await readCell(cell, late, () => Promise.resolve(2)), 2);
    const next = begin(late + HOUR);
    endSlow(1);
    assert.equal(await slow, 1);
    assert.deepEqual([cell.value, cell.at], [2, late]);
    end(3);
    assert.equal(await next, 3);
    assert.deepEqual([cell.value, cell.flight], [3, null]);
  });

  it("a request that began before the last load does not load the cell again", async () => {
    const cell = empty<number>();
    let calls = 0;
    const load = () => Promise.resolve(++calls);
    await readCell(cell, noon, load);
    assert.equal(await readCell(cell, noon - 5000, load), 1);
    assert.equal(await readCell(cell, noon, load), 1);
  });

  it("a cell is loaded again when the clock was set back", async () => {
    const cell = empty<number>();
    let calls = 0;
    const load = () => Promise.resolve(++calls);
    await readCell(cell, noon, load);
    assert.equal(await readCell(cell, noon - HOUR, load), 2);
    assert.equal(await readCell(cell, NaN, load), 3);
  });

  it("a cell is refreshed at most ten times a minute", async () => {
    const cell = empty<number>();
    let calls = 0;
    const load = () => Promise.resolve(++calls);
    for (let i = 0; i < 20; i++) await refreshCell(cell, noon + i, load);
    assert.equal(calls, 10);
    assert.equal(await refreshCell(cell, noon + 100, load), null);
    assert.equal(await refreshCell(cell, noon + MINUTE, load), 11);
  });

  it("the oldest of more than a thousand issuers is forgotten", async () => {
    const { sharedCell } = await import("../../../storage/process_cache.ts");
    const first = sharedCell<number>("keys", "https://first.example");
    first.value = 1;
    for (let i = 0; i < 999; i++) sharedCell("keys", `https://${i}.example`);
    assert.equal(sharedCell("keys", "https://first.example").value, 1);
    for (let i = 0; i < 1000; i++) sharedCell("keys", `https://x${i}.example`);
    assert.equal(sharedCell("keys", "https://first.example").value, null);
  });
});

describe("configurations that are created for each request", () => {
  it("equal configurations share metadata, keys and used attempts", async () => {
    const flow = await createApp();
    const [one, other] = [flow.makeConfig(), flow.makeConfig()];
    assert.notEqual(one, other);
    const browser = flow.createBrowser();
    const url = await approach(browser);
    const thief = browser.clone();
    await arrive(browser, url);
    await assertCallbackRefused(flow, thief, url, { error: "InvalidCheck" });
    await assertSignedIn(flow);
    assert.equal(flow.op.count("discovery"), 1);
    assert.equal(flow.op.count("jwks"), 1);
    assert.equal(flow.op.count("token"), 2);
  });
});

describe("the time limit of one request", () => {
  /** Makes a provider delay every answer. */
  function slow(op: FaultProvider, delay: number): void {
    op.faults = {
      discovery: { delay },
      token: { delay },
      jwks: { delay },
      userinfo: { delay },
    };
  }

  it("a slow sign-in goes on without userinfo after 10 s in all [F02, F11]", async () => {
    const flow = await createApp({ op: { idTokenClaims: false } });
    const browser = flow.createBrowser();
    setClock(noon, "setTimeout");
    const url = await approach(browser);
    slow(flow.op, 4000);
    const page = arrive(browser, url);
    await until(() => flow.op.count("token") === 1);
    mock.timers.tick(4000);
    await until(() => flow.op.count("jwks") === 1);
    mock.timers.tick(4000);
    await until(() => flow.op.count("userinfo") === 1);
    mock.timers.tick(2000);
    await page;
    assert.ok(await readSession(browser));
  });

  it("a provider that is slow everywhere gets 10 s in all [F02, F08]", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    setClock(noon, "setTimeout");
    await start(browser);
    wait(HOUR - MINUTE);
    const url = await approach(browser);
    wait(2 * MINUTE);
    slow(flow.op, 4000);
    const refused = assertCallbackRefused(flow, browser, url, {
      error: "ProviderUnavailable",
    });
    await until(() => flow.op.count("discovery") === 2);
    mock.timers.tick(4000);
    await until(() => flow.op.count("token") === 1);
    mock.timers.tick(4000);
    await until(() => flow.op.count("jwks") === 1);
    mock.timers.tick(2000);
    await refused;
  });
});
