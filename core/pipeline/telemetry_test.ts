import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { Auth, createMemoryStore, raw } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  type App,
  cookieValue,
  createApp,
  readSession,
  sessionHost,
  signIn,
  signOut,
  site,
} from "../../testing/app_testkit.ts";
import { assertHidden, endTest } from "../../testing/checks_testkit.ts";
import {
  makeProvider,
  typeIn,
} from "../methods/credentials/credentials_testkit.ts";
import { askForMail, createMailFlow } from "../methods/email/email_testkit.ts";
import { NOON } from "../session/session_testkit.ts";
import { createVault, expire } from "../vault/vault_testkit.ts";
import { inSpan } from "../runtime/spans.ts";
import {
  CLIENT,
  ERROR,
  INTERNAL,
  type Recorded,
  register,
  startTelemetry,
  type Telemetry,
  UNSET,
} from "./telemetry_testkit.ts";

let telemetry: Telemetry;
beforeEach(() => telemetry = startTelemetry());
afterEach(async () => {
  register(undefined);
  mock.timers.reset();
  await endTest();
});

const password = makeProvider({
  credentials: { email: {}, password: { type: "password" } },
  authorize: ({ email, password }) =>
    password === "sesame-7" ? { id: String(email), email } : null,
});

const wrong = { fields: { email: "ada@example.test", password: "wrong" } };

function createSite(): Promise<App> {
  return createApp({
    config: { adapter: createMemoryAdapter(), store: createMemoryStore() },
  });
}

function find(spans: readonly Recorded[], name: string): Recorded {
  const span = spans.find((one) => one.name === name);
  return span ?? assert.fail(`no ${name} in ${spans.map((one) => one.name)}`);
}

/** The names of the spans directly below one. */
function listBelow(spans: readonly Recorded[], above: Recorded): Set<string> {
  const below = spans.filter(({ parent }) => parent === above);
  return new Set(below.map(({ name }) => name));
}

describe("spans", () => {
  it("a sign-in has a span for each route, and below it one for each request to the provider, the adapter and the store", async () => {
    const { browser } = await createSite();
    await signIn(browser);
    const spans = telemetry.takeSpans();
    const callback = find(spans, "auth callback");
    assert.deepEqual(callback.attributes, {
      "latchkey.action": "callback",
      "http.request.method": "GET",
      "latchkey.provider": "op",
      "latchkey.outcome": "redirect",
      "user.hash": callback.attributes["user.hash"],
    });
    assert.equal(callback.kind, INTERNAL);
    assert.equal(callback.status.code, UNSET);
    const below = listBelow(spans, callback);
    for (const name of ["POST", "adapter createSession", "store get"]) {
      assert.ok(below.has(name), `${name} in ${[...below]}`);
    }
    const token = find(spans, "POST");
    assert.equal(token.kind, CLIENT);
    const { "url.full": url, ...rest } = token.attributes;
    assert.match(String(url), /^https:\/\/[^?]+\/token$/);
    assert.deepEqual(rest, {
      "http.request.method": "POST",
      "http.response.status_code": 200,
      "server.address": new URL(String(url)).hostname,
      "server.port": 443,
      "latchkey.provider": "op",
    });
  });

  it("the parent of a route's span is the span of the request, also for requests at the same time", async () => {
    const { createBrowser } = await createSite();
    await Promise.all(
      ["one", "two", "three"].map((name) =>
        telemetry.run(name, () => signIn(createBrowser()))
      ),
    );
    const spans = telemetry.takeSpans();
    for (const name of ["one", "two", "three"]) {
      const request = find(spans, name);
      const callbacks = spans.filter((one) =>
        one.name === "auth callback" && one.parent === request
      );
      assert.equal(callbacks.length, 1);
      assert.ok(listBelow(spans, callbacks[0] ?? assert.fail()).has("POST"));
    }
  });

  it("a failure of the provider is an error, with its type and a reference", async () => {
    const { browser, op } = await createSite();
    op.faults.token = { status: 500 };
    await signIn(browser);
    const spans = telemetry.takeSpans();
    const callback = find(spans, "auth callback");
    assert.equal(callback.status.code, ERROR);
    assert.equal(callback.attributes["error.type"], "ProviderUnavailable");
    assert.match(
      String(callback.attributes["latchkey.reference"]),
      /^[\w-]{58}$/,
    );
    const token = find(spans, "POST");
    assert.equal(token.status.code, ERROR);
    assert.equal(token.attributes["http.response.status_code"], 500);
  });

  it("a provider that cannot be reached is an error of its request", async () => {
    const { browser, op } = await createSite();
    op.faults.token = { reset: true };
    await signIn(browser);
    const token = find(telemetry.takeSpans(), "POST");
    assert.equal(token.status.code, ERROR);
    assert.equal(token.attributes["http.response.status_code"], undefined);
    assert.ok(token.attributes["error.type"]);
  });

  it("an adapter that throws is an error of its call, without its message, and the page has the reference of the span", async () => {
    const adapter = createMemoryAdapter();
    adapter.getUserByAccount = () =>
      Promise.reject(new Error("no table for ada@example.test"));
    const { browser } = await createApp({ config: { adapter } });
    const page = await signIn(browser);
    const spans = telemetry.takeSpans();
    const callback = find(spans, "auth callback");
    const { "latchkey.reference": reference } = callback.attributes;
    assert.ok(reference && page.text.includes(String(reference)));
    const call = find(spans, "adapter getUserByAccount");
    assert.equal(call.status.code, ERROR);
    assert.equal(call.attributes["error.type"], "AdapterError");
    assert.doesNotMatch(telemetry.text(), /ada@example/);
  });

  it("what a visitor did wrong has a type, and is no error", async () => {
    const { browser } = await createApp({ more: [password] });
    await typeIn(browser, wrong);
    const callback = find(telemetry.takeSpans(), "auth callback");
    assert.equal(callback.attributes["error.type"], "CredentialsSignin");
    assert.equal(callback.status.code, UNSET);
  });

  it("a path that is no route is named by no text of the client", async () => {
    const { browser } = await createSite();
    await browser.fetch(`${site}/auth/ada@example.test`);
    const [span] = telemetry.takeSpans();
    assert.equal(span?.name, "auth unknown");
    assert.equal(span?.attributes["latchkey.action"], "unknown");
    assert.equal(span?.attributes["error.type"], "UnknownAction");
  });

  it("a mail is a span", async () => {
    const flow = await createMailFlow({ adapter: createMemoryAdapter() });
    await askForMail(flow, flow.browser);
    const spans = telemetry.takeSpans();
    const mail = find(spans, "mail send");
    assert.deepEqual(mail.attributes, { "latchkey.provider": "email" });
    assert.equal(mail.parent?.name, "auth signin");
  });

  it("a user has one hash, which is not the id", async () => {
    const { browser, createBrowser } = await createSite();
    const hashes: unknown[] = [];
    for (const one of [browser, createBrowser()]) {
      await signIn(one);
      const { attributes } = find(telemetry.takeSpans(), "auth callback");
      hashes.push(attributes["user.hash"]);
    }
    assert.equal(hashes[0], hashes[1]);
    assert.match(String(hashes[0]), /^[\w-]{43}$/);
  });

  it("a read of a session in a cookie has no span of its own", async () => {
    const flow = await createApp({ host: sessionHost });
    await signIn(flow.browser);
    telemetry.takeSpans();
    await flow.browser.fetch(`${site}/page`);
    assert.deepEqual(telemetry.takeSpans(), []);
  });

  it("spans and metrics have no personal data and no secret", async () => {
    const flow = await createMailFlow({
      adapter: createMemoryAdapter(),
      store: createMemoryStore(),
    });
    const { browser, op, secret } = flow;
    const { url, code } = await askForMail(flow, browser);
    await browser.goto(url ?? "");
    const token = new URL(url ?? "").searchParams.get("token") ?? "";
    const mailSession = cookieValue(browser);
    await signOut(browser);
    await signIn(browser);
    const { user } = await readSession(browser) ?? assert.fail();
    op.faults.authorize = { error: "access_denied" };
    await signIn(browser);
    telemetry.takeSpans();
    telemetry.takeCounts("latchkey.sign_ins");
    const text = telemetry.text();
    assert.ok(text.includes("auth callback") && text.includes("sign_ins"));
    assertHidden(
      [text],
      [
        "ada@example.test",
        user?.id ?? "",
        user?.name ?? "",
        user?.email ?? "",
        code ?? "",
        token,
        mailSession,
        cookieValue(browser),
        secret,
      ].filter((one) => one !== ""),
    );
  });
});

describe("what a client or an application may make up", () => {
  it("a method that HTTP does not know is not in a span", async () => {
    const { handler } = await createSite();
    const request = new Request(`${site}/auth/session`, { method: "ADA-1815" });
    await handler(request);
    const [span] = telemetry.takeSpans();
    assert.equal(span?.attributes["http.request.method"], "_OTHER");
  });

  it("what raw mode throws is explained as what a page shows", async () => {
    const { handler } = await createApp({ config: { raw } });
    await assert.rejects(handler(new Request(`${site}/auth/nothing`)));
    const [span] = telemetry.takeSpans();
    assert.deepEqual(span?.status, { code: UNSET });
    assert.equal(span?.attributes["latchkey.outcome"], "thrown");
    assert.equal(span?.attributes["error.type"], "UnknownAction");
    assert.deepEqual(telemetry.takeCounts("latchkey.failures"), {
      "error.type=UnknownAction": 1,
    });
  });

  it("a configuration that cannot be read is counted", async () => {
    const answer = await Auth(new Request(`${site}/auth/session`), () => {
      throw new Error("no database of tenants");
    });
    assert.equal(answer.status, 500);
    assert.deepEqual(telemetry.takeCounts("latchkey.failures"), {
      "error.type=Configuration": 1,
    });
  });
});

describe("metrics", () => {
  it("sign-ins are counted by provider and result", async () => {
    const { browser, op } = await createApp({ more: [password] });
    await signIn(browser);
    op.faults.token = { status: 500 };
    await signIn(browser);
    await typeIn(browser, wrong);
    assert.deepEqual(telemetry.takeCounts("latchkey.sign_ins"), {
      "provider=op result=done": 1,
      "provider=op result=failed error.type=ProviderUnavailable": 1,
      "provider=credentials result=failed error.type=credentials": 1,
    });
    assert.deepEqual(telemetry.takeCounts("latchkey.failures"), {
      "error.type=ProviderUnavailable provider=op": 1,
      "error.type=CredentialsSignin provider=credentials": 1,
    });
  });

  it("refusals are counted by limit", async () => {
    const { browser } = await createApp({
      more: [password],
      config: { limits: { credentials: { account: 1 } } },
    });
    for (let tries = 0; tries < 3; tries++) await typeIn(browser, wrong);
    assert.deepEqual(telemetry.takeCounts("latchkey.refusals"), {
      "limit=credentials": 2,
    });
  });

  it("renewals of tokens are counted by provider and result", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const vault = await createVault();
    expire(2);
    await vault.get();
    vault.op.faults.token = { error: "invalid_grant" };
    expire(4);
    await assert.rejects(vault.get());
    assert.deepEqual(telemetry.takeCounts("latchkey.token.refreshes"), {
      "provider=op result=done": 1,
      "provider=op result=failed": 1,
    });
  });

  it("reads of sessions are counted by result", async () => {
    const { browser, createBrowser } = await createApp({ host: sessionHost });
    await signIn(browser);
    telemetry.takeCounts("latchkey.session.reads");
    await browser.fetch(`${site}/page`);
    await browser.fetch(`${site}/page`);
    await createBrowser().fetch(`${site}/page`);
    const forged = createBrowser();
    await forged.fetch(`${site}/page`, {
      headers: { cookie: "__Host-latchkey.session=forged" },
    });
    assert.deepEqual(telemetry.takeCounts("latchkey.session.reads"), {
      "session.result=valid": 2,
      "session.result=none": 1,
      "session.result=invalid": 1,
    });
  });

  it("a read that fails is counted", async () => {
    const { browser } = await createApp({
      config: {
        callbacks: {
          session: () => {
            throw new Error("of the application");
          },
        },
      },
    });
    await signIn(browser);
    telemetry.takeCounts("latchkey.session.reads");
    await browser.fetch(`${site}/auth/session`);
    assert.deepEqual(telemetry.takeCounts("latchkey.session.reads"), {
      "session.result=failed": 1,
    });
  });

  it("reads in two copies of the library are one metric", async () => {
    const path = import.meta.url
      .replace(
        /pipeline\/telemetry_test(\.[jt]s).*/,
        "runtime/counters$1?copy",
      );
    const copy: typeof import("../runtime/counters.ts") = await import(path);
    const { browser } = await createApp({ host: sessionHost });
    await signIn(browser);
    telemetry.takeCounts("latchkey.session.reads");
    await browser.fetch(`${site}/page`);
    copy.countRead("valid");
    assert.deepEqual(telemetry.takeCounts("latchkey.session.reads"), {
      "session.result=valid": 2,
    });
  });

  it("an SDK that is set up after the first request counts from then on", async () => {
    register(undefined);
    const { browser } = await createSite();
    await signIn(browser);
    telemetry = startTelemetry();
    await signIn(browser);
    assert.deepEqual(telemetry.takeCounts("latchkey.sign_ins"), {
      "provider=op result=done": 1,
    });
    assert.ok(find(telemetry.takeSpans(), "auth callback"));
  });
});

/** Something whose every method throws. */
function toBroken<T extends object>(): T {
  return new Proxy({} as T, {
    get: () => () => {
      throw new Error("the SDK is broken");
    },
  });
}

type Work = (span: object) => unknown;

/** A tracer that does with the work of a span whatever a test wants. */
function toTrace(startActiveSpan: (work: Work) => unknown): object {
  const start = (_: string, __: object, work: Work) => startActiveSpan(work);
  return { getTracer: () => ({ startActiveSpan: start }) };
}

describe("an SDK that fails", () => {
  const kinds: Readonly<Record<string, object>> = {
    "whose tracers throw": { trace: toBroken() },
    "whose spans throw": { trace: toTrace((work) => work(toBroken())) },
    "whose meters throw": { metrics: toBroken() },
    "whose contexts throw": {
      trace: toTrace((work) => work(toBroken())),
      context: toBroken(),
    },
    "that cannot be looked at": {
      get trace() {
        throw new Error("the SDK is broken");
      },
    },
  };
  for (const [kind, sdk] of Object.entries(kinds)) {
    it(`an SDK ${kind} fails no sign-in and no read`, async () => {
      register(sdk);
      const { browser } = await createSite();
      await signIn(browser);
      assert.equal((await readSession(browser))?.user?.name, "Ada Lovelace");
    });
  }
});

describe("an SDK that does not call once", () => {
  const makeSpan = (ended: string[]) => ({
    setAttributes: () => {},
    setStatus: () => {},
    end: () => void ended.push("ended"),
  });

  it("work is done once by an SDK that calls it twice, and each span ends", () => {
    const ended: string[] = [];
    const trace = toTrace((work) => {
      work(makeSpan(ended));
      work(makeSpan(ended));
    });
    register({ trace });
    let times = 0;
    assert.equal(inSpan(() => ({ name: "one" }), () => ++times), 1);
    assert.deepEqual([times, ended], [1, ["ended", "ended"]]);
  });

  it("work is done once by an SDK that calls it late, or never", () => {
    const late: Work[] = [];
    register({ trace: toTrace((work) => void late.push(work)) });
    let times = 0;
    assert.equal(inSpan(() => ({ name: "one" }), () => ++times), 1);
    const ended: string[] = [];
    for (const work of late) work(makeSpan(ended));
    assert.deepEqual([times, ended], [1, ["ended"]]);
  });

  it("a synchronous result, and what is thrown, stay synchronous", () => {
    const facts = () => ({ name: "one" });
    assert.equal(inSpan(facts, () => 7), 7);
    const thrown = new Error("of the adapter");
    Object.defineProperty(thrown, "name", {
      get: () => {
        throw new Error("no name");
      },
    });
    const fail = () => {
      throw thrown;
    };
    assert.throws(() => inSpan(facts, fail), (error) => error === thrown);
    const codes = telemetry.takeSpans().map(({ status }) => status.code);
    assert.deepEqual(codes, [UNSET, ERROR]);
  });
});

describe("without an SDK", () => {
  it("a synchronous result stays synchronous, and what a span would say is not made", () => {
    register(undefined);
    const toFacts = () => assert.fail("was made");
    assert.equal(inSpan(toFacts, () => 7), 7);
  });
});
