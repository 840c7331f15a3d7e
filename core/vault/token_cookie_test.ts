import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { createAuth } from "@latchkey/auth";
import { ConfigurationError } from "@latchkey/auth/errors";
import { app, signOut } from "../../testing/app_testkit.ts";
import { DAY, NOON } from "../session/session_testkit.ts";
import {
  askToken,
  askWith,
  assertTokenRefused,
  createTokenSite,
  kinds,
  readJar,
  readTokenChanges,
  signInAt,
  T,
} from "./token_cookie_testkit.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(() => mock.timers.reset());

const HOUR = 3_600_000;

for (const [kind, more] of Object.entries(kinds)) {
  describe(`tokens in a cookie (${kind})`, () => {
    it("a sign-in writes them, sealed, with the attributes and the lifetime of the session", async () => {
      const site = await createTokenSite(more());
      await signInAt(site);
      const all = site.responses.flatMap(({ headers }) =>
        headers.getSetCookie()
      );
      const [tokens = "", ...rest] = all.filter((one) => one.startsWith(T));
      const session = all.findLast((one) =>
        one.startsWith("__Host-latchkey.session=")
      ) ?? "";
      assert.deepEqual(rest, []);
      const toAttributes = (one: string) => one.split("; ").slice(1);
      assert.deepEqual(toAttributes(tokens), toAttributes(session));
      assert.ok(toAttributes(tokens).includes(`Max-Age=${30 * DAY}`));
      assert.doesNotMatch(tokens, /[ar]t-[0-9a-f]{32}/);
      assert.match(await askToken(site), /^at-/);
    });

    it("a valid token is returned without a request to the provider, and no cookie changes", async () => {
      const site = await createTokenSite(more());
      await signInAt(site);
      site.op.clearRequests();
      const { headers } = await askWith(site, readJar(site.browser));
      assert.deepEqual(headers.getSetCookie(), []);
      assert.equal(site.op.requests.length, 0);
    });

    it("a refresh reaches the browser, whose next refresh uses the new refresh token", async () => {
      const site = await createTokenSite(more());
      await signInAt(site);
      const seen = new Set([await askToken(site)]);
      for (let i = 1; i <= 3; i++) {
        mock.timers.setTime(NOON + 2 * i * HOUR);
        seen.add(await askToken(site));
        seen.add(await askToken(site));
      }
      assert.equal(seen.size, 4);
      const used = site.op.requests
        .map(({ form }) => form?.get("refresh_token")).filter((one) => one);
      assert.equal(used.length, 3);
      assert.equal(new Set(used).size, 3);
    });

    it("a session that is renewed, read or updated does not write them again", async () => {
      const site = await createTokenSite(more());
      await signInAt(site);
      const before = readJar(site.browser, T);
      mock.timers.setTime(NOON + 2 * DAY * 1000);
      const jar = readJar(site.browser);
      for (const path of ["/", "/auth/session", "/auth/csrf", "/auth/signin"]) {
        const { headers } = await askWith(site, jar, path);
        assert.deepEqual(readTokenChanges(headers), { set: [], cleared: [] });
      }
      const request = new Request(app, {
        headers: { cookie: site.browser.cookieHeader(`${app}/`) },
      });
      const { headers } = await site.auth.updateSession(request, { a: 1 });
      assert.deepEqual(readTokenChanges(headers), { set: [], cleared: [] });
      assert.deepEqual(readJar(site.browser, T), before);
    });

    it("they are written again when the session has been renewed, so that they do not end before it", async () => {
      const site = await createTokenSite({
        ...more(),
        session: { ...more().session, maxAge: 3 * DAY, updateAge: 60 },
      });
      site.op.faults = {
        token: { body: (json) => ({ ...json, expires_in: 9 * DAY }) },
      };
      await signInAt(site);
      mock.timers.setTime(NOON + 2 * DAY * 1000);
      await site.browser.goto(`${app}/`);
      const { headers } = await askWith(site, readJar(site.browser));
      const [cookie = ""] = headers.getSetCookie();
      assert.ok(cookie.startsWith(T));
      assert.match(cookie, new RegExp(`Max-Age=${3 * DAY};`));
    });

    it("they go on with a session that gets a new id", async () => {
      const site = await createTokenSite(more());
      await signInAt(site);
      const before = readJar(site.browser);
      const token = await askToken(site);
      await site.browser.goto(`${app}/rotate`);
      assert.notDeepEqual(readJar(site.browser, T), new Map(readJarOf(before)));
      assert.equal(await askToken(site), token);
      // The old id leads to the new one for an hour only.
      mock.timers.setTime(NOON + 3 * HOUR);
      assert.match(await askToken(site), /^at-/);
      const mixed = new Map([...readJar(site.browser), ...readJarOf(before)]);
      assertTokenRefused(site, await askWith(site, mixed), "NotConnected");
    });

    it("a sign-out clears them, and a copy of them is worth nothing", async () => {
      const site = await createTokenSite(more());
      await signInAt(site);
      const copy = readJar(site.browser);
      await signOut(site.browser);
      assert.equal(readJar(site.browser, T).size, 0);
      assertTokenRefused(site, await askWith(site, copy), "SignInRequired");
      await signInAt(site);
      const session = readJar(site.browser, "__Host-latchkey.session");
      const planted = new Map([...session, ...readJarOf(copy)]);
      assertTokenRefused(site, await askWith(site, planted), "NotConnected");
    });

    it("a session that was revoked takes them along when it is read", async () => {
      const site = await createTokenSite(more());
      await signInAt(site);
      mock.timers.setTime(NOON + 1000);
      await site.auth.revoke({ all: true });
      assert.equal(await askToken(site), "SignInRequired");
      await site.browser.goto(`${app}/`);
      assert.equal(readJar(site.browser, T).size, 0);
    });

    it("a sign-in as another user leaves none of the first user's", async () => {
      const site = await createTokenSite(more());
      await signInAt(site);
      const old = readJar(site.browser);
      site.second.user = { sub: "eve", name: "Eve", email: "eve@example.com" };
      await signInAt(site, "second");
      assert.equal(await askToken(site), "NotConnected");
      assert.equal(readJar(site.browser, T).size, 0);
      assert.match(await askToken(site, "?provider=second"), /^at-/);
      const mixed = new Map([...readJar(site.browser), ...readJarOf(old)]);
      assertTokenRefused(site, await askWith(site, mixed), "NotConnected");
    });

    it("a second sign-in as the same user keeps them, and a refresh token that the provider did not send again", async () => {
      const site = await createTokenSite(more());
      await signInAt(site);
      mock.timers.setTime(NOON + 1000);
      site.op.faults = {
        token: { body: (json) => ({ ...json, refresh_token: undefined }) },
      };
      await signInAt(site);
      site.op.faults = {};
      mock.timers.setTime(NOON + 2 * HOUR);
      assert.match(await askToken(site), /^at-/);
    });

    it("two users' cookies cannot be swapped, nor those of two providers", async () => {
      const site = await createTokenSite(more());
      await signInAt(site);
      const ada = readJar(site.browser);
      const other = { ...site, browser: site.createBrowser() };
      site.op.user = { sub: "eve", name: "Eve", email: "eve@example.com" };
      await signInAt(other);
      const eve = readJar(other.browser);
      const [value = ""] = readJar(site.browser, T).values();
      const swapped = new Map([...eve, [T, value] as const]);
      assertTokenRefused(site, await askWith(site, swapped), "NotConnected");
      const moved = new Map([...ada]);
      moved.delete(T);
      moved.set("__Host-latchkey.tokens.second", value);
      assertTokenRefused(
        site,
        await askWith(site, moved, "/token?provider=second"),
        "NotConnected",
      );
    });

    it("without the session's cookie there is no token", async () => {
      const site = await createTokenSite(more());
      await signInAt(site);
      const alone = await askWith(site, readJar(site.browser, T));
      assertTokenRefused(site, alone, "SignInRequired");
    });

    it("a secret may be rotated: the browser gets them sealed under the new one", async () => {
      const site = await createTokenSite(more());
      await signInAt(site);
      const token = await askToken(site);
      const fresh = "a-new-secret-for-the-test-of-a-rotation!";
      const rotated = createAuth({
        ...site.config,
        secret: [fresh, String(site.config.secret)],
      });
      const jar = readJar(site.browser);
      const answer = await askWith({ auth: rotated }, jar);
      assert.equal(answer.text, token);
      assert.deepEqual(readTokenChanges(answer.headers).set, [T]);
      const [header = ""] = answer.headers.getSetCookie();
      const after = new Map([
        ...jar,
        [T, header.split(/[=;]/)[1] ?? ""] as const,
      ]);
      const again = await askWith({ auth: rotated }, after);
      assert.equal(again.text, token);
      assert.deepEqual(readTokenChanges(again.headers).set, []);
      const only = createAuth({ ...site.config, secret: fresh });
      const type = kind === "database" ? "NotConnected" : "SignInRequired";
      assertTokenRefused(site, await askWith({ auth: only }, jar), type);
    });
  });
}

/** Only the cookies with tokens. */
function readJarOf(jar: ReadonlyMap<string, string>) {
  return [...jar].filter(([name]) => name.includes(".tokens."));
}

describe("`tokens.keep`", () => {
  it("refuses a value that names no place, when the application starts", () => {
    const keep = "cookies" as "cookie";
    assert.throws(
      () =>
        createAuth({
          secret: "a random text of at least 32 characters",
          providers: [],
          tokens: { providers: [], keep },
        }),
      (error) =>
        error instanceof ConfigurationError &&
        error.message.includes("`tokens.keep` must be"),
    );
  });
});

describe("the default of `tokens.keep`", () => {
  it("is a cookie without an adapter and a store", async () => {
    const site = await createTokenSite({
      tokens: { providers: ["op"] },
    });
    await signInAt(site);
    assert.equal(readJar(site.browser, T).size, 1);
    await assert.rejects(
      site.auth.getAccessTokenFor("someone", "op"),
      ConfigurationError,
    );
  });
});
