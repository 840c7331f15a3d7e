import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Auth, type AuthConfig } from "@latchkey/auth";
import {
  type App,
  app,
  cookieName,
  createApp,
  readCsrfToken,
  signIn,
  toRequest,
} from "../../testing/app_testkit.ts";
import {
  assertRefused,
  readSetCookies,
  toAnswer,
} from "../../testing/checks_testkit.ts";
import { handle } from "../pipeline/auth.ts";
import { toOrigin } from "../config/origin/origin.ts";
import type { Body, Incoming } from "./request_head.ts";
import { toResponse } from "../pipeline/response.ts";

/** Changes to the default request. */
interface Changes extends Partial<Omit<Incoming, "origin">> {
  origin?: string | null;
}

/**
 * Makes a request as an integration passes it in, with empty values by default.
 */
function toIncoming({ origin = app, ...changes }: Changes = {}): Incoming {
  return {
    method: "GET",
    origin: () => origin,
    address: () => ({ text: null, isPeer: false }),
    target: "/auth/providers",
    mount: null,
    header: () => null,
    headers: () => [],
    body: () => Promise.resolve({ kind: "bytes", bytes: new Uint8Array() }),
    ...changes,
  };
}

async function ask(config: AuthConfig, changes: Changes = {}) {
  return await toAnswer(
    toResponse(await handle(toIncoming(changes), () => config)),
  );
}

async function readCallback(
  config: AuthConfig,
  changes: Changes = {},
): Promise<string> {
  const { status, text } = await ask(config, changes);
  return status === 200 ? JSON.parse(text).op.callbackUrl : `${status}`;
}

describe("the host of a request", () => {
  it("a configured origin wins over what the request says [HOST-01]", async () => {
    const site = await createApp({ config: { origin: app, trustHost: false } });
    for (const origin of ["https://evil.example", "http://[::1", null]) {
      const url = await readCallback(site.config, { origin });
      assert.equal(url, `${app}/auth/callback/op`);
      const csrf = await ask(site.config, { origin, target: "/auth/csrf" });
      assert.equal(readSetCookies(csrf.headers)[0]?.name, cookieName.csrf);
    }
  });

  it("the origin of a form is compared with the configured one [HOST-01]", async () => {
    const site = await createApp({ config: { origin: app } });
    const page = await Auth(
      new Request("http://inner:8000/auth/csrf"),
      site.config,
    );
    const { csrfToken } = await page.json();
    const [cookie = ""] = page.headers.getSetCookie();
    const post = async (origin: string) => {
      const request = new Request("http://inner:8000/auth/signout", {
        method: "POST",
        headers: { origin, cookie: cookie.split(";")[0] ?? "" },
        body: new URLSearchParams({ csrfToken }),
      });
      return await toAnswer(await Auth(request, site.config));
    };
    assert.equal((await post(app)).headers.get("location"), `${app}/`);
    const refused = await post("http://inner:8000");
    assert.equal(refused.status, 403);
    assertRefused(refused, site);
  });

  it("a malformed host is 400 and appears in no link [HOST-04, HOST-05]", async () => {
    const site = await createApp();
    const bad = [
      null,
      "",
      "https://",
      "https://a b",
      "https://,",
      "https://x/y?z",
      "https://x/",
      "https://user@evil.example",
      "https://[::1",
      "https://evil:99999",
      "https://evil:port",
      "https://app.example.",
      "https://app.example.:443",
      "https://a,b",
      "https://a\\b",
      "https://a%00b",
      "https://a\r\nb",
      "https://a?b",
      "https://a#b",
      "ftp://app.example",
      "javascript://app.example",
      "app.example",
      `https://${"a".repeat(300)}`,
    ];
    for (const origin of bad) {
      for (const target of ["/auth/signin", "/auth/csrf", "/auth/providers"]) {
        const answer = await ask(site.config, { origin, target });
        assert.equal(answer.status, 400, String(origin));
        assert.deepEqual(answer.headers.getSetCookie(), []);
        assert.equal(answer.headers.get("location"), null);
        assertRefused(answer, site);
      }
    }
    const form = { method: "POST", origin: null, target: "/auth/signin/op" };
    const answer = await ask(site.config, form);
    assert.equal(answer.status, 400);
    assertRefused(answer, site);
  });

  it("a well-formed host is made canonical [HOST-05]", () => {
    const origins: [string, string | null][] = [
      ["https://APP.example", app],
      ["HTTPS://app.example", null],
      ["https://app.example:443", app],
      ["http://app.example:80", "http://app.example"],
      ["http://app.example:443", "http://app.example:443"],
      ["http://[::1]:8000", "http://[::1]:8000"],
      ["http://127.0.0.1", "http://127.0.0.1"],
      ["https://xn--caf-dma.example", "https://xn--caf-dma.example"],
      ["https://caf\u00e9.example", null],
    ];
    for (const [input, output] of origins) {
      assert.equal(toOrigin(input), output, input);
    }
  });

  it("a host is trusted only as trustHost says [HOST-05]", async () => {
    const rules: [AuthConfig["trustHost"], string, boolean][] = [
      [true, "https://any.example", true],
      [false, app, false],
      [["app.example"], app, true],
      [["APP.example"], "https://App.Example", true],
      [["app.example"], "https://app.example:8443", false],
      [["app.example:8443"], "https://app.example:8443", true],
      [["app.example"], "https://app.example.evil.example", false],
      [["app.example"], "https://evil-app.example", false],
      [["app.example"], "https://sub.app.example", false],
      [[], app, false],
      [(host) => host.endsWith(".example"), "https://x.example", true],
      [(host) => host === "app.example", "https://x.example", false],
      [() => "yes" as never, app, false],
      [(() => Promise.resolve(true)) as never, app, false],
      [
        () => {
          throw new Error("of the host");
        },
        app,
        false,
      ],
    ];
    for (const [trustHost, origin, isTrusted] of rules) {
      const site = await createApp({ config: { trustHost } });
      const answer = await ask(site.config, { origin, target: "/auth/signin" });
      assert.equal(answer.status, isTrusted ? 200 : 400, origin);
      if (!isTrusted) assertRefused(answer, site);
    }
  });

  it("an untrusted host gets no session, cookie or token in pages [HOST-05]", async () => {
    const site = await createApp({ config: { trustHost: ["other.example"] } });
    const request = toRequest(site.browser, "/auth/session", {
      headers: { cookie: `${cookieName.session}=x` },
    });
    const answer = await toAnswer(await Auth(request, site.config));
    assert.equal(answer.status, 400);
    assertRefused(answer, site);
  });

  it("a bad host has no effect on the next request [HOST-07]", async () => {
    const site = await createApp({ config: { trustHost: ["app.example"] } });
    for (const origin of ["https://evil.example", null, "http://["]) {
      assert.equal(await readCallback(site.config, { origin }), "400");
      const url = await readCallback(site.config);
      assert.equal(url, `${app}/auth/callback/op`);
    }
  });

  it("a sign-in does not finish if the callback has another host than the start [HOST-08]", async () => {
    const site = await createApp();
    const page = await site.browser.goto(`${app}/auth/signin`);
    const stopAt = (url: string) => url.includes("/callback/");
    const { pending = "" } = await site.browser.submit(page, { stopAt });
    const other = pending.replace(app, "https://other.example");
    const answer = await toAnswer(
      await Auth(new Request(other), site.config),
    );
    assert.match(answer.headers.get("location") ?? "", /error=InvalidCheck/);
    assertRefused(answer, site);
    assert.equal(site.op.count("token"), 0);
  });
});

/** 4.9: bodies that claim to be something else. */
async function post(
  site: App,
  body: BodyInit,
  type: string,
  path = "/auth/signout",
) {
  const request = toRequest(site.browser, path, {
    method: "POST",
    headers: { "content-type": type, accept: "application/json" },
    body,
  });
  return await toAnswer(await Auth(request, site.config));
}

describe("the body of a form", () => {
  const json = "application/json";
  const form = "application/x-www-form-urlencoded";

  it("a JSON body of any other shape counts as empty [4.9]", async () => {
    const site = await createApp();
    await readCsrfToken(site.browser);
    const bodies = [
      "null",
      "[]",
      '"s"',
      "1",
      "true",
      "{}",
      '{"__proto__":{"csrfToken":"x","polluted":1}}',
      '{"constructor":{"prototype":{"polluted":1}}}',
      '{"csrfToken":{"toString":"x"},"callbackUrl":["/x"]}',
      '{"toString":"x","hasOwnProperty":"y","length":"9","__proto__":"z"}',
      '{"csrfToken":null,"csrfToken":7}',
    ];
    for (const body of bodies) {
      const answer = await post(site, body, json);
      assert.equal(answer.status, 403, body);
      assert.equal(JSON.parse(answer.text).error, "MissingCSRF");
      assertRefused(answer, site);
    }
    assert.equal(Reflect.get({}, "polluted"), undefined);
    assert.equal(Reflect.get({}, "csrfToken"), undefined);
  });

  it("a malformed body is 400 [4.9]", async () => {
    const site = await createApp();
    const bodies: [BodyInit, string][] = [
      ["", json],
      ["{", json],
      ["{}x", json],
      ["NaN", json],
      ["{'a':1}", json],
      ["undefined", json],
      [Uint8Array.of(123, 34, 0xff, 34, 58, 49, 125), json],
      [Uint8Array.of(97, 61, 0xc3), form],
      [Uint8Array.of(0xff, 0xfe, 97, 0), form],
    ];
    for (const [body, type] of bodies) {
      const answer = await post(site, body, type);
      assert.equal(answer.status, 400, String(body));
      assert.equal(JSON.parse(answer.text).error, "InvalidRequest");
      assertRefused(answer, site);
    }
  });

  it("a body nested 10,000 deep causes no exception [4.9]", async () => {
    const site = await createApp();
    for (const [open, close] of [["[", "]"], ['{"a":', "}"]] as const) {
      const body = open.repeat(10_000) + "1" + close.repeat(10_000);
      const answer = await post(site, body, json);
      assert.ok([400, 403].includes(answer.status));
      assertRefused(answer, site);
    }
  });

  it("a body with a byte order mark, odd names or lone surrogates is accepted [4.9]", async () => {
    const site = await createApp();
    const csrfToken = await readCsrfToken(site.browser);
    const fields = { csrfToken, "a[__proto__][x]": "1", ["\0"]: "1" };
    const lone = String.fromCharCode(0xd800);
    const bodies: [BodyInit, string][] = [
      [`\ufeff${JSON.stringify(fields)}`, json],
      [JSON.stringify({ ...fields, [lone]: lone }), json],
      [new URLSearchParams(fields).toString() + "&%&=&&%zz=%E0%A4%A", form],
    ];
    for (const [body, type] of bodies) {
      const answer = await post(site, body, type);
      assert.equal(answer.headers.get("location"), `${app}/`);
    }
  });

  it("a body that the application's parser made is held to the same rules [4.9]", async () => {
    const site = await createApp();
    const csrfToken = await readCsrfToken(site.browser);
    const cookie = site.browser.cookieHeader(app);
    const send = (value: unknown) =>
      ask(site.config, {
        method: "POST",
        target: "/auth/signout",
        header: (name) => name === "cookie" ? cookie : null,
        body: () => Promise.resolve({ kind: "parsed", value }),
      });
    const bad = [
      undefined,
      null,
      7,
      "csrfToken=x",
      [csrfToken],
      { csrfToken: [csrfToken] },
      { csrfToken: new String(csrfToken) },
      { csrfToken: { toString: () => csrfToken } },
      Object.create({ csrfToken }),
    ];
    for (const value of bad) {
      const answer = await send(value);
      assert.match(answer.headers.get("location") ?? "", /MissingCSRF/);
      assertRefused(answer, site);
    }
    const plain = Object.assign(Object.create(null), { csrfToken });
    const answer = await send(plain);
    assert.equal(answer.headers.get("location"), `${app}/`);
  });

  it("a body is read up to 64 kB and no further, and the rest is discarded [4.10]", async () => {
    const site = await createApp();
    let sent = 0;
    let isCancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 10_000;
        controller.enqueue(new Uint8Array(10_000).fill(97));
      },
      cancel() {
        isCancelled = true;
      },
    });
    const request = new Request(`${app}/auth/signout`, {
      method: "POST",
      headers: { "content-type": form },
      body: endless,
      duplex: "half",
    } as RequestInit);
    const answer = await toAnswer(await Auth(request, site.config));
    assert.equal(answer.status, 413);
    assert.ok(sent <= 200_000, `${sent}`);
    assert.ok(isCancelled);
    assertRefused(answer, site);
  });

  it("the rest of a body whose length is known is read up to 16 MiB, so that the answer arrives [4.10]", async () => {
    const site = await createApp();
    const limit = 16 * 1024 * 1024;
    for (const length of [300_000, limit, limit + 1]) {
      let isCancelled = false;
      let left = 300_000;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          left -= 10_000;
          controller.enqueue(new Uint8Array(10_000).fill(97));
          if (left === 0) controller.close();
        },
        cancel() {
          isCancelled = true;
        },
      });
      const request = new Request(`${app}/auth/signout`, {
        method: "POST",
        headers: { "content-type": form, "content-length": `${length}` },
        body,
        duplex: "half",
      } as RequestInit);
      const answer = await toAnswer(await Auth(request, site.config));
      assert.equal(answer.status, 413);
      assert.equal(left === 0, length <= limit, `${length}: ${left} left`);
      assert.equal(isCancelled, length > limit);
      assertRefused(answer, site);
    }
  });

  it("a body of exactly 64 kB is read, and one byte more is refused [4.10]", async () => {
    const site = await createApp();
    for (const [size, status] of [[65_536, 403], [65_537, 413]] as const) {
      const answer = await post(site, "a".repeat(size), form);
      assert.equal(answer.status, status);
      assertRefused(answer, site);
    }
  });

  it("a body in pieces, compressed, or with a false length causes no exception [4.10]", async () => {
    const site = await createApp();
    const csrfToken = await readCsrfToken(site.browser);
    const bytes = new TextEncoder().encode(`csrfToken=${csrfToken}`);
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const request = toRequest(site.browser, "/auth/signout", {
      method: "POST",
      headers: { "content-type": form },
      body: pieces,
      duplex: "half",
    } as RequestInit);
    const taken = await Auth(request, site.config);
    assert.equal(taken.headers.get("location"), `${app}/`);
    const zipped = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3);
    assertRefused(await post(site, zipped, form), site);
  });

  it("a body that breaks off, or was already read, is 400 [4.10]", async () => {
    const site = await createApp();
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new Error("the client went away"));
      },
    });
    const gone = await toAnswer(
      await Auth(
        toRequest(site.browser, "/auth/signout", {
          method: "POST",
          body: broken,
          duplex: "half",
        } as RequestInit),
        site.config,
      ),
    );
    assert.equal(gone.status, 400);
    assertRefused(gone, site);
    const used = toRequest(site.browser, "/auth/signout", {
      method: "POST",
      body: "csrfToken=x",
    });
    await used.text();
    const answer = await toAnswer(await Auth(used, site.config));
    assert.ok([303, 400].includes(answer.status));
    assertRefused(answer, site);
  });

  it("no body is read if nothing is posted or the host is refused [4.10]", async () => {
    const { config } = await createApp({
      config: { trustHost: ["app.example"] },
    });
    let reads = 0;
    const body = (): Promise<Body> => {
      reads++;
      return Promise.resolve({ kind: "too large" });
    };
    for (const method of ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"]) {
      await ask(config, { method, body });
    }
    const origin = "https://evil.example";
    await ask(config, { method: "POST", origin, body });
    assert.equal(reads, 0);
  });

  it("the known fields are found among 10,000 [4.10]", async () => {
    const site = await createApp();
    const csrfToken = await readCsrfToken(site.browser);
    const many = Array.from({ length: 10_000 }, (_, i) => `${i}=`).join("&");
    const body = `${many}&csrfToken=${csrfToken}`;
    const answer = await post(site, body, form);
    assert.equal(answer.headers.get("location"), `${app}/`);
  });
});

describe("the form of the answer", () => {
  it("the headers decide between a redirect, its URL as JSON, and JSON", async () => {
    const site = await createApp();
    const kinds: [Record<string, string>, number, string | null][] = [
      [{}, 303, null],
      [{ accept: "*/*" }, 303, null],
      [{ accept: "text/html, application/json" }, 303, null],
      [{ accept: "application/json" }, 200, "application/json; charset=utf-8"],
      [
        { "x-auth-return-redirect": "1" },
        200,
        "application/json; charset=utf-8",
      ],
    ];
    for (const [headers, status, type] of kinds) {
      const csrfToken = await readCsrfToken(site.browser);
      const request = toRequest(site.browser, "/auth/signout", {
        method: "POST",
        headers,
        body: new URLSearchParams({ csrfToken, callbackUrl: "/x" }),
      });
      const response = await Auth(request, site.config);
      const text = await response.text();
      assert.equal(response.status, status);
      assert.equal(response.headers.get("location"), `${app}/x`);
      assert.equal(response.headers.get("content-type"), type);
      if (type) assert.deepEqual(JSON.parse(text), { url: `${app}/x` });
    }
  });

  it("a browser that navigates to the provider gets a page that navigates by itself", async () => {
    const site = await createApp();
    const page = await signIn(site.browser);
    assert.equal(page.url, `${app}/`);
    const leave = page.redirects.find(({ url }) => url.endsWith("/signin/op"));
    assert.equal(leave?.status, 200);
    const { csrfToken } = await (await site.browser.fetch(`${app}/auth/csrf`))
      .json();
    const modes: [Record<string, string>, number][] = [
      [{ "sec-fetch-mode": "navigate" }, 200],
      [{ accept: "text/html" }, 200],
      [{ "sec-fetch-mode": "cors", accept: "text/html" }, 303],
      [{}, 303],
    ];
    for (const [headers, status] of modes) {
      const request = toRequest(site.browser, "/auth/signin/op", {
        method: "POST",
        headers,
        body: new URLSearchParams({ csrfToken }),
      });
      assert.equal((await Auth(request, site.config)).status, status);
    }
  });
});
