import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import {
  Auth,
  type AuthConfig,
  AuthError,
  createAuth,
  type JWT,
  type JWTDecodeParams,
  type JWTEncodeParams,
} from "@latchkey/auth";
import { ConfigurationError } from "@latchkey/auth/errors";
import { decode, encode } from "@latchkey/auth/jwt";
import {
  type App,
  app,
  cookieName,
  cookieValue,
  createApp,
  readCsrfToken,
  readSession,
  signIn,
  signOut,
  toRequest,
} from "../../../testing/app_testkit.ts";
import {
  assertHidden,
  assertRefused,
  readSetCookies,
  rejections,
  toAnswer,
} from "../../../testing/checks_testkit.ts";
import { DAY, mint, NOON, plant } from "../session_testkit.ts";

afterEach(() => mock.timers.reset());

/** Creates a codec that hides nothing, so that tests see its arguments. */
function createOpenCodec() {
  const encoded: JWTEncodeParams[] = [];
  const decoded: JWTDecodeParams[] = [];
  return {
    encoded,
    decoded,
    jwt: {
      encode: (params: JWTEncodeParams) => {
        encoded.push(params);
        return btoa(JSON.stringify(params.token)).replaceAll("=", "");
      },
      decode: (params: JWTDecodeParams): JWT | null => {
        decoded.push(params);
        return JSON.parse(atob(params.token ?? ""));
      },
    },
  };
}

function readClaims({ browser }: App): JWT {
  return JSON.parse(atob(cookieValue(browser, cookieName.session)));
}

/** Reads /auth/session with one header, and keeps nothing. */
async function ask(site: App, cookie: string) {
  const request = new Request(`${app}/auth/session`, { headers: { cookie } });
  return await toAnswer(await Auth(request, site.config));
}

describe("a codec of the application", () => {
  it("the codec writes and reads the session of a whole visit", async () => {
    const { jwt, encoded, decoded } = createOpenCodec();
    const site = await createApp({ config: { jwt } });
    assert.equal((await signIn(site.browser)).url, `${app}/`);
    assert.equal((await readSession(site.browser))?.user?.name, "Ada Lovelace");
    await signOut(site.browser);
    assert.equal(await readSession(site.browser), null);
    assert.equal(encoded.length, 1);
    assert.ok(decoded.length > 0);
  });

  it("encode gets exactly token, secret, maxAge and salt, and decode gets token, secret and salt", async () => {
    const { jwt, encoded, decoded } = createOpenCodec();
    const site = await createApp({
      config: { jwt, session: { maxAge: 3600 } },
    });
    await signIn(site.browser);
    await readSession(site.browser);
    const { token, ...rest } = encoded[0] ?? { salt: "", secret: "" };
    assert.deepEqual(rest, {
      secret: [site.secret],
      maxAge: 3600,
      salt: cookieName.session,
    });
    assert.equal(token?.name, "Ada Lovelace");
    assert.deepEqual(decoded.at(-1), {
      token: cookieValue(site.browser, cookieName.session),
      secret: [site.secret],
      salt: cookieName.session,
    });
  });

  it("sid and auth_time survive the codec, so that renewal and revocation work", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const { jwt } = createOpenCodec();
    const site = await createApp({ config: { jwt } });
    await signIn(site.browser);
    const first = readClaims(site);
    mock.timers.setTime(NOON + DAY * 1000);
    await readSession(site.browser);
    const renewed = readClaims(site);
    assert.deepEqual(renewed, {
      ...first,
      iat: NOON / 1000 + DAY,
      exp: NOON / 1000 + 31 * DAY,
    });
    await createAuth(site.config).revoke({ session: String(first.sid) });
    assert.equal(await readSession(site.browser), null);
    await signIn(site.browser);
    await createAuth(site.config).revoke({ user: String(first.sub) });
    mock.timers.setTime(NOON + DAY * 1000 + 1);
    assert.equal(await readSession(site.browser), null);
  });

  it("a codec that drops a claim of the library gives no session", async () => {
    for (const claim of ["sub", "sid", "iat", "auth_time", "exp"]) {
      const { jwt } = createOpenCodec();
      const site = await createApp({
        config: {
          jwt: {
            ...jwt,
            decode: (params) => {
              const token = { ...jwt.decode(params) };
              delete token[claim];
              return token;
            },
          },
        },
      });
      await signIn(site.browser);
      assert.equal(await readSession(site.browser), null, claim);
    }
  });

  it("a codec does not prolong a session: the library checks the times itself", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const { jwt } = createOpenCodec();
    const site = await createApp({ config: { jwt } });
    await signIn(site.browser);
    mock.timers.setTime(NOON + 30 * DAY * 1000);
    const value = cookieValue(site.browser, cookieName.session);
    const answer = await ask(site, `${cookieName.session}=${value}`);
    assert.equal(answer.text, "null");
  });

  it("a codec may be asynchronous, and may be the library's own under another name", async () => {
    const site = await createApp({
      config: {
        jwt: {
          encode: async (params) =>
            await encode({ ...params, salt: "other salt" }),
          decode: async (params) =>
            await decode({ ...params, salt: "other salt" }),
        },
      },
    });
    await signIn(site.browser);
    assert.equal((await readSession(site.browser))?.user?.name, "Ada Lovelace");
  });

  it("text from the codec is split into chunks like the built-in one", async () => {
    const { jwt } = createOpenCodec();
    const site = await createApp({
      config: {
        jwt,
        callbacks: {
          jwt: ({ token }) => ({ ...token, more: "x".repeat(3000) }),
        },
      },
    });
    await signIn(site.browser);
    assert.deepEqual(
      site.browser.cookies(app).map(({ name }) => name).sort(),
      [
        "__Host-latchkey.last",
        `${cookieName.session}.0`,
        `${cookieName.session}.1`,
      ],
    );
    assert.equal((await readSession(site.browser))?.user?.name, "Ada Lovelace");
  });

  it("form tokens are made without the codec, and their cookie does not contain them", async () => {
    const { jwt, decoded, encoded } = createOpenCodec();
    const site = await createApp({ config: { jwt } });
    const token = await readCsrfToken(site.browser);
    assertHidden([cookieValue(site.browser, cookieName.csrf)], [token]);
    assert.deepEqual([encoded, decoded], [[], []]);
  });

  it("a codec with only one function is reported at start-up", () => {
    const { jwt } = createOpenCodec();
    const secret = "a secret that is as long as it has to be";
    for (const half of [{ encode: jwt.encode }, { decode: jwt.decode }]) {
      assert.throws(
        () => createAuth({ secret, providers: [], jwt: half }),
        (error) =>
          error instanceof ConfigurationError &&
          /`jwt.encode` and `jwt.decode` belong together/.test(error.message),
      );
    }
  });
});

describe("a codec that fails", () => {
  const throwing: Record<string, () => never | Promise<never>> = {
    "throws": () => {
      throw new Error("of the codec");
    },
    "rejects": () => Promise.reject(new Error("of the codec")),
  };
  for (const [name, fail] of Object.entries(throwing)) {
    it(`a codec that ${name} while writing starts no session [F35]`, async () => {
      const { jwt } = createOpenCodec();
      const site = await createApp({
        config: { jwt: { ...jwt, encode: fail } },
      });
      const page = await signIn(site.browser);
      const url = new URL(page.url);
      assert.equal(url.pathname, "/auth/error");
      assert.equal(url.searchParams.get("error"), "Configuration");
      assert.equal(cookieValue(site.browser, cookieName.session), "");
      assertRefused({ headers: page.headers, text: page.text }, site);
      assert.match(site.lines.join("\n"), /`jwt.encode` threw/);
      assert.match(site.lines.join("\n"), /of the codec/);
    });

    it(`a codec that ${name} while reading gives no session, and the cookie is cleared [F35]`, async () => {
      const { jwt } = createOpenCodec();
      const site = await createApp({
        config: { jwt: { ...jwt, decode: fail } },
      });
      const answer = await ask(site, `${cookieName.session}=anything`);
      assert.deepEqual([answer.status, answer.text], [200, "null"]);
      assertRefused(answer, site, { clears: [cookieName.session] });
      assert.deepEqual(rejections, []);
    });
  }

  it("a text that no cookie can hold starts no session and sets no header [4.4]", async () => {
    const bad: unknown[] = [
      "",
      "a b",
      "a;b",
      "a,b",
      'a"b',
      "a\\b",
      "x; Domain=evil.example",
      "x\r\nset-cookie: a=b",
      "\u0000",
      "é",
      "\u2028",
      undefined,
      null,
      7,
      {},
      ["x"],
      Symbol.iterator,
    ];
    for (const text of bad) {
      const { jwt } = createOpenCodec();
      const site = await createApp({
        config: {
          jwt: { ...jwt, encode: () => text as string },
        },
      });
      const page = await signIn(site.browser);
      assert.equal(
        new URL(page.url).searchParams.get("error"),
        "Configuration",
        String(text),
      );
      assertRefused(page, site);
      assert.equal(cookieValue(site.browser, cookieName.session), "");
      assert.match(
        site.lines.join("\n"),
        /did not return text that a cookie can hold/,
      );
    }
  });

  it("a text over the limit starts no session, and the user can still sign in later [4.6]", async () => {
    const { jwt } = createOpenCodec();
    const site = await createApp({
      config: {
        jwt: { ...jwt, encode: () => "x".repeat(6000) },
      },
    });
    const page = await signIn(site.browser);
    assert.equal(new URL(page.url).pathname, "/auth/error");
    assertRefused(page, site);
    assert.match(site.lines.join("\n"), /SessionTooLarge/);
  });

  it("a failure at a renewal is an error, and the session in the browser stays", async () => {
    const { jwt } = createOpenCodec();
    let isBroken = false;
    const site = await createApp({
      config: {
        session: { updateAge: 0 },
        jwt: {
          ...jwt,
          encode: (params) => {
            if (isBroken) throw new Error("of the codec");
            return jwt.encode(params);
          },
        },
      },
    });
    await signIn(site.browser);
    isBroken = true;
    const request = toRequest(site.browser, "/auth/session");
    const answer = await toAnswer(await Auth(request, site.config));
    assert.equal(answer.status, 500);
    assertRefused(answer, site);
    assert.deepEqual(readSetCookies(answer.headers), []);
    await assert.rejects(
      createAuth(site.config).session(toRequest(site.browser, "/")),
      (error) => error instanceof AuthError && error.type === "SessionError",
    );
    isBroken = false;
    assert.equal((await readSession(site.browser))?.user?.name, "Ada Lovelace");
  });

  it("a result that is no record of claims gives no session", async () => {
    const { jwt } = createOpenCodec();
    const results: unknown[] = [
      null,
      undefined,
      "text",
      7,
      true,
      [],
      {},
      new Date(),
      { sub: "x" },
      { sub: 1, sid: "x", iat: 1, exp: 9e9, auth_time: 1 },
    ];
    for (const result of results) {
      const site = await createApp({
        config: {
          jwt: { ...jwt, decode: () => result as JWT },
        },
      });
      const answer = await ask(site, `${cookieName.session}=anything`);
      assert.deepEqual([answer.status, answer.text], [200, "null"]);
      assertRefused(answer, site, { clears: [cookieName.session] });
    }
  });
});

describe("jwt.secret", () => {
  const other = "another secret that is as long as it has to be";

  it("jwt.secret seals the session, and nothing else", async () => {
    const site = await createApp({ config: { jwt: { secret: other } } });
    await signIn(site.browser);
    assert.equal((await readSession(site.browser))?.user?.name, "Ada Lovelace");
    const token = cookieValue(site.browser, cookieName.session);
    const salt = cookieName.session;
    assert.equal(
      (await decode({ token, secret: other, salt }))?.name,
      "Ada Lovelace",
    );
    assert.equal(await decode({ token, secret: site.secret, salt }), null);
    const own = `${cookieName.session}=${await mint(site.secret)}`;
    assert.equal((await ask(site, own)).text, "null");
  });

  it("jwt.secret rotates: the first entry seals, all entries open, and a session sealed by an old one is sealed again", async () => {
    const old = "the secret that was there before, long enough";
    const site = await createApp({ config: { jwt: { secret: [other, old] } } });
    plant(site.browser, await mint(old));
    assert.equal((await readSession(site.browser))?.user?.name, "Ada Lovelace");
    const token = cookieValue(site.browser, cookieName.session);
    const salt = cookieName.session;
    assert.notEqual(await decode({ token, secret: other, salt }), null);
  });

  it("jwt.secret needs the length of the other secret, never shows in the log, and separates cached reads", async () => {
    const secret = "a secret that is as long as it has to be";
    for (const short of ["short", "", "x".repeat(40), ["short", other]]) {
      const config: AuthConfig = {
        secret,
        providers: [],
        jwt: { secret: short },
      };
      if (short === "") continue;
      assert.throws(() => createAuth(config), ConfigurationError);
    }
    const site = await createApp({
      config: {
        jwt: { secret: other },
        callbacks: {
          jwt: () => {
            throw new Error(`it is ${other}`);
          },
        },
      },
    });
    await signIn(site.browser);
    assertHidden(site.lines, [other, site.secret]);
  });
});

describe("jwt.maxAge", () => {
  it("jwt.maxAge ends a session that is unused for that long, before session.maxAge", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const site = await createApp({ config: { jwt: { maxAge: 3600 } } });
    await signIn(site.browser);
    const session = await readSession(site.browser);
    assert.equal(session?.expires, new Date(NOON + 3_600_000).toISOString());
    const cookie = `${cookieName.session}=${
      cookieValue(site.browser, cookieName.session)
    }`;
    mock.timers.setTime(NOON + 3_599_000);
    assert.notEqual((await ask(site, cookie)).text, "null");
    mock.timers.setTime(NOON + 3_600_000);
    assert.equal((await ask(site, cookie)).text, "null");
  });

  it("jwt.maxAge and session.maxAge below a day do not end a session in use [SES-10]", async () => {
    const short: Partial<AuthConfig>[] = [
      { jwt: { maxAge: 3600 } },
      { session: { maxAge: 3600 } },
    ];
    for (const config of short) {
      mock.timers.reset();
      mock.timers.enable({ apis: ["Date"], now: NOON });
      const site = await createApp({ config: config });
      await signIn(site.browser);
      for (let i = 1; i <= 10; i++) {
        mock.timers.setTime(NOON + i * 1_800_000);
        assert.notEqual(await readSession(site.browser), null, `${i}`);
      }
    }
  });

  it("jwt.maxAge is at most session.maxAge", () => {
    const secret = "a secret that is as long as it has to be";
    for (const maxAge of [31 * DAY, 0, -1, NaN, "1" as never]) {
      assert.throws(
        () => createAuth({ secret, providers: [], jwt: { maxAge } }),
        (error) =>
          error instanceof ConfigurationError &&
          /`jwt.maxAge` must/.test(error.message),
      );
    }
  });
});
