/**
 * The contents a request body can have, and what `authorize` receives of it:
 * strings in the declared fields, in an object without a prototype.
 */

import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { CredentialInput } from "@latchkey/auth";
import type { Browser } from "@latchkey/auth/testing";
import {
  ada,
  assertNothingGiven,
  createCredentialsFlow,
  makeProvider,
  right,
  send,
} from "./credentials_testkit.ts";
import {
  assertNoRejections,
  endTest,
} from "../../../testing/checks_testkit.ts";
import {
  type App,
  cookieName,
  readCsrfToken,
  readSession,
} from "../../../testing/app_testkit.ts";

afterEach(endTest);

interface Watched {
  readonly flow: App;
  readonly browser: Browser;
  /** The arguments of each call of `authorize`. */
  readonly seen: object[];
}

/** Creates a site that accepts no credentials and records the calls of `authorize`. */
async function createWatched(
  fields: Record<string, CredentialInput> = { username: {}, password: {} },
): Promise<Watched> {
  const seen: object[] = [];
  const flow = await createCredentialsFlow([
    makeProvider({
      credentials: fields,
      authorize: (credentials) => {
        seen.push(credentials);
        return null;
      },
    }),
  ]);
  return { flow, browser: flow.createBrowser(), seen };
}

/** Sends a JSON text, with `"T"` replaced by the CSRF token. */
async function sendJson({ browser }: Watched, text: string): Promise<Response> {
  const csrfToken = await readCsrfToken(browser);
  const body = text.replace(/"T"/g, JSON.stringify(csrfToken));
  return await send(browser, { body });
}

/** Asserts that there is no session and that the application's objects are unchanged. */
async function assertHarmless(
  { flow, browser, seen }: Watched,
): Promise<void> {
  const answer = flow.answers.at(-1) ?? assert.fail();
  assert.ok(answer.status < 500, `${answer.status} ${answer.body}`);
  assertNothingGiven(flow, answer);
  assert.equal(({} as { x?: unknown }).x, undefined);
  assert.equal(({} as { isAdmin?: unknown }).isAdmin, undefined);
  for (const one of seen) {
    assert.equal(Object.getPrototypeOf(one), null);
    for (const value of Object.values(one)) {
      assert.equal(typeof value, "string");
    }
  }
  assert.equal(await readSession(browser), null);
  await assertNoRejections();
}

describe("a JSON body [4.9]", () => {
  /** Each row: the body, and the fields that `authorize` receives; null if it is not called. */
  const rows: readonly [body: string, seen: object | null][] = [
    ['{"csrfToken":"T","username":"a","password":"b"}', {
      username: "a",
      password: "b",
    }],
    ['{"csrfToken":"T","username":"a","password":"b","role":"admin"}', {
      username: "a",
      password: "b",
    }],
    ['{"csrfToken":"T","__proto__":{"x":1,"username":"a"}}', {}],
    ['{"csrfToken":"T","constructor":{"prototype":{"x":1}}}', {}],
    ['{"csrfToken":"T","toString":"a","hasOwnProperty":"b","length":"3"}', {}],
    ['{"csrfToken":"T","username":["a"],"password":{"length":5}}', {}],
    ['{"csrfToken":"T","username":1,"password":true}', {}],
    ['{"csrfToken":"T","username":null,"password":[]}', {}],
    ['{"csrfToken":"T","username":{"$ne":null},"password":{"$gt":""}}', {}],
    ['{"csrfToken":"T","username":"","password":""}', {
      username: "",
      password: "",
    }],
    ['{"csrfToken":"T","username":"\\ud800","password":"\\u0000"}', {
      username: "\ud800",
      password: "\u0000",
    }],
    // The later of two equal keys wins in JSON.parse.
    ['{"csrfToken":"T","username":"a","username":"b"}', { username: "b" }],
    [
      `{"csrfToken":"T","username":${"[".repeat(10_000)}${"]".repeat(10_000)}}`,
      {},
    ],
    ['\ufeff{"csrfToken":"T","username":"a"}', { username: "a" }],
    ['{"csrfToken":"T","callbackUrl":{"x":1}}', {}],
    ['{"csrfToken":"T","callbackUrl":["https://evil.example/"]}', {}],
    ['{"csrfToken":["T"],"username":"a"}', null],
    ['{"csrfToken":{"toString":"T"},"username":"a"}', null],
    ['{"csrfToken":1,"username":"a"}', null],
    ['{"csrfToken":null,"username":"a"}', null],
    ["null", null],
    ["[]", null],
    ['["T"]', null],
    ['"T"', null],
    ["1", null],
    ["true", null],
    ["NaN", null],
    ["", null],
    ['{"csrfToken":"T"} x', null],
    ['{"csrfToken":"T",}', null],
  ];
  for (const [body, expected] of rows) {
    it(`the JSON body ${JSON.stringify(body.slice(0, 60))} gives authorize ${JSON.stringify(expected)}`, async () => {
      const watched = await createWatched();
      await sendJson(watched, body);
      const shown = watched.seen.map((one) => ({ ...one }));
      assert.deepEqual(shown, expected === null ? [] : [expected]);
      await assertHarmless(watched);
    });
  }

  it("a JSON body fills declared fields only, even if they are named like properties of every object", async () => {
    const fields = { constructor: {}, ["__proto__"]: {}, toString: {} };
    const watched = await createWatched(fields);
    await sendJson(watched, '{"csrfToken":"T"}');
    await sendJson(
      watched,
      '{"csrfToken":"T","constructor":"a","__proto__":"b","toString":"c"}',
    );
    const [nothing, all] = watched.seen.map((one) => Object.entries(one));
    assert.deepEqual(nothing, []);
    assert.deepEqual(all, [
      ["constructor", "a"],
      ["__proto__", "b"],
      ["toString", "c"],
    ]);
    await assertHarmless(watched);
  });
});

describe("a form [4.9]", () => {
  const rows: readonly [body: string, seen: object][] = [
    ["username=a&password=b%26c", { username: "a", password: "b&c" }],
    ["username=a&username=b&password=c", { password: "c" }],
    ["username[]=a&username[x]=b&password=c", { password: "c" }],
    ["a[__proto__][x]=1&__proto__[x]=1&__proto__=1", {}],
    ["options.__proto__.x=1&username.x=1", {}],
    ["username", { username: "" }],
    ["&&&=&==", {}],
    ["username=%F0%9F%94%91&password=%20", {
      username: "\u{1F511}",
      password: " ",
    }],
    [`username=a&${"x=1&".repeat(10_000)}`, { username: "a" }],
  ];
  for (const [body, expected] of rows) {
    it(`the form ${JSON.stringify(body.slice(0, 60))} gives authorize ${JSON.stringify(expected)}`, async () => {
      const watched = await createWatched();
      const csrfToken = await readCsrfToken(watched.browser);
      await send(watched.browser, {
        body: `csrfToken=${csrfToken}&${body}`,
        type: "application/x-www-form-urlencoded",
      });
      assert.deepEqual(watched.seen.map((one) => ({ ...one })), [expected]);
      await assertHarmless(watched);
    });
  }

  it("a body of another content type gives authorize nothing", async () => {
    for (const type of ["text/plain", "multipart/form-data; boundary=x", ""]) {
      const watched = await createWatched();
      const csrfToken = await readCsrfToken(watched.browser);
      const body = `csrfToken=${csrfToken}&username=a&password=b`;
      await send(watched.browser, { body, type });
      assert.deepEqual(watched.seen, []);
      await assertHarmless(watched);
    }
  });

  it("a form that is not UTF-8 is refused", async () => {
    const watched = await createWatched();
    const bytes = new Uint8Array([0x7b, 0xff, 0x7d]);
    const answer = await send(watched.browser, { body: bytes });
    assert.equal(answer.status, 400);
    assert.deepEqual(watched.seen, []);
    await assertHarmless(watched);
  });
});

describe("an entry without declared fields", () => {
  it("authorize gets every text of the form except the library's own fields", async () => {
    const watched = await createWatched({});
    await sendJson(
      watched,
      '{"csrfToken":"T","callbackUrl":"/x","a":"1","b":2,"c":["3"],"__proto__":"4"}',
    );
    assert.deepEqual(watched.seen.map((one) => Object.entries(one)), [
      [["a", "1"], ["__proto__", "4"]],
    ]);
    await assertHarmless(watched);
  });
});

describe("a body that claims an identity [A21]", () => {
  it("user ids, roles and sessions in the body do not change who signs in", async () => {
    const flow = await createCredentialsFlow();
    const browser = flow.createBrowser();
    const csrfToken = await readCsrfToken(browser);
    const claims = {
      userId: "user-1",
      user: { id: "user-1", name: "Mallory" },
      sub: "user-1",
      id: "user-1",
      role: "admin",
      session: { user: { id: "user-1" } },
      providerAccountId: "user-1",
    };
    const body = JSON.stringify({ csrfToken, ...right, ...claims });
    const query = "?userId=user-1&sub=user-1&id=user-1&role=admin";
    await send(browser, { path: `/auth/callback/credentials${query}`, body });
    assert.deepEqual((await readSession(browser))?.user, {
      id: ada.id,
      name: ada.name,
      email: ada.email,
    });
  });
});

describe("a body that is too large [4.10]", () => {
  for (
    const type of ["application/json", "application/x-www-form-urlencoded"]
  ) {
    it(`a body over the limit is refused with 413 before it is read, as ${type}`, async () => {
      const watched = await createWatched();
      await readCsrfToken(watched.browser);
      for (const size of [65_537, 20_000_000]) {
        const answer = await send(watched.browser, {
          body: "x".repeat(size),
          type,
        });
        assert.equal(answer.status, 413);
      }
      assert.deepEqual(watched.seen, []);
      await assertHarmless(watched);
    });
  }

  it("a body just under the limit is read, and authorize judges the password's length", async () => {
    const watched = await createWatched();
    const password = "x".repeat(60_000);
    await sendJson(watched, `{"csrfToken":"T","password":"${password}"}`);
    assert.deepEqual(watched.seen.map((one) => ({ ...one })), [{ password }]);
    await assertHarmless(watched);
  });
});

describe("the form token", () => {
  for (const csrfToken of [undefined, "", "x", "another browser's"]) {
    it(`authorize is not called if the form token is ${csrfToken ?? "missing"}`, async () => {
      const watched = await createWatched();
      await readCsrfToken(watched.browser);
      const token = csrfToken === "another browser's"
        ? await readCsrfToken(watched.flow.createBrowser())
        : csrfToken;
      const fields = { ...right, callbackUrl: "/inside", csrfToken: token };
      const answer = await send(watched.browser, {
        body: JSON.stringify(fields),
        headers: { accept: "application/json" },
      });
      assert.equal(answer.status, 403);
      assert.equal((await answer.json()).error, "MissingCSRF");
      assert.deepEqual(watched.seen, []);
      await assertHarmless(watched);
    });
  }

  it("another site cannot sign a visitor in with its own form token [CSRF-11]", async () => {
    const flow = await createCredentialsFlow();
    const browser = flow.createBrowser();
    const csrfToken = await readCsrfToken(browser);
    const answer = await flow.handler(
      new Request("https://app.example/auth/callback/credentials", {
        method: "POST",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          cookie: browser.cookies("https://app.example")
            .map(({ name, value }) => `${name}=${value}`).join("; "),
          origin: "https://evil.example",
          "sec-fetch-site": "cross-site",
        },
        body: new URLSearchParams({ csrfToken, ...right }),
      }),
    );
    assert.equal(answer.status, 403);
    const set = answer.headers.getSetCookie();
    assert.ok(!set.some((one) => one.startsWith(cookieName.session)));
    assert.equal(await readSession(browser), null);
  });
});
