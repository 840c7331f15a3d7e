import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { app, readSession, signOut } from "../../testing/app_testkit.ts";
import { NOON } from "../session/session_testkit.ts";
import { until } from "../../testing/checks_testkit.ts";
import { randomText } from "../crypto/random.ts";
import {
  askToken,
  askWith,
  assertTokenRefused,
  createTokenSite,
  type Jar,
  kinds,
  readJar,
  readTokenChanges,
  signInAt,
  T,
  type TokenSite,
} from "./token_cookie_testkit.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(() => mock.timers.reset());

const HOUR = 3_600_000;

/** Creates a site with a browser that has just signed in. */
async function createSigned(kind = "jwt"): Promise<TokenSite> {
  const site = await createTokenSite(kinds[kind]?.());
  await signInAt(site);
  site.op.clearRequests();
  return site;
}

/** Returns a jar with the cookies of an answer. */
function withAnswer(jar: Jar, headers: Headers): Jar {
  const all = new Map(jar);
  for (const header of headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]*)=([^;]*)/.exec(header) ?? [];
    if (/; Max-Age=0(?:;|$)/.test(header)) all.delete(name);
    else all.set(name, value);
  }
  return all;
}

/** Makes the provider wait with its answer to a refresh, until the test lets it go. */
function holdRefresh({ gate }: TokenSite) {
  let isAsked = false;
  let letGo = () => {};
  // Node 20 has no `Promise.withResolvers`.
  const held = new Promise<void>((resolve) => letGo = resolve);
  gate.before = async () => {
    isAsked = true;
    await held;
  };
  const release = () => {
    gate.before = null;
    letGo();
  };
  return { asked: () => until(() => isAsked), release };
}

for (const kind of Object.keys(kinds)) {
  describe(`several requests with tokens in a cookie (${kind})`, () => {
    it("fifty requests of a browser make one refresh, and each answer has the new tokens", async () => {
      const site = await createSigned(kind);
      mock.timers.setTime(NOON + 2 * HOUR);
      const jar = readJar(site.browser);
      const all = await Promise.all(
        Array.from({ length: 50 }, () => askWith(site, jar)),
      );
      assert.equal(site.op.count("token"), 1);
      assert.equal(new Set(all.map(({ text }) => text)).size, 1);
      for (const { headers } of all) {
        assert.deepEqual(readTokenChanges(headers).set, [T]);
        const again = await askWith(site, withAnswer(jar, headers));
        assert.equal(again.text, all[0]?.text);
      }
      assert.equal(site.op.count("token"), 1);
    });

    it("a browser that lost the answer gets the tokens for two minutes, and keeps them then", async () => {
      const site = await createSigned(kind);
      const old = readJar(site.browser);
      mock.timers.setTime(NOON + 2 * HOUR);
      const lost = await askWith(site, old);
      mock.timers.setTime(NOON + 2 * HOUR + 110_000);
      const found = await askWith(site, old);
      assert.equal(found.text, lost.text);
      assert.equal(site.op.count("token"), 1);
      mock.timers.setTime(NOON + 4 * HOUR);
      const next = await askWith(site, withAnswer(old, found.headers));
      assert.match(next.text, /^at-/);
      assert.notEqual(next.text, found.text);
    });

    it("a tab with older tokens does not overwrite newer ones [RACE-11]", async () => {
      const site = await createSigned(kind);
      const old = readJar(site.browser);
      mock.timers.setTime(NOON + 2 * HOUR);
      const first = await askWith(site, old);
      const second = await askWith(site, old);
      // Whichever answer comes last, the browser has the same tokens.
      const jars = [
        withAnswer(withAnswer(old, first.headers), second.headers),
        withAnswer(withAnswer(old, second.headers), first.headers),
      ];
      mock.timers.setTime(NOON + 4 * HOUR);
      const texts = [];
      for (const jar of jars) texts.push((await askWith(site, jar)).text);
      assert.equal(texts[0], texts[1]);
      assert.match(texts[0] ?? "", /^at-/);
      assert.equal(site.op.count("token"), 2);
    });

    it("of two cookies of the same session, the one written last counts", async () => {
      const site = await createSigned(kind);
      const old = readJar(site.browser);
      mock.timers.setTime(NOON + 2 * HOUR);
      const { text, headers } = await askWith(site, old);
      const next = withAnswer(old, headers);
      for (const order of [[old, next], [next, old]]) {
        const values = order.map((jar) => [T, jar.get(T) ?? ""] as const);
        const others = [...old].filter(([name]) => name !== T);
        const both = await askWith(site, [...others, ...values]);
        assert.equal(both.text, text);
      }
    });

    it("a sign-out in one tab while another refreshes: the late answer brings no tokens back [RACE-12]", async () => {
      const site = await createSigned(kind);
      const old = readJar(site.browser);
      mock.timers.setTime(NOON + 2 * HOUR);
      const { asked, release } = holdRefresh(site);
      const late = askWith(site, old);
      await asked();
      await signOut(site.browser);
      release();
      const { headers } = await late;
      assert.deepEqual(readTokenChanges(headers).set, []);
      assert.equal(readJar(site.browser, T).size, 0);
      assertTokenRefused(site, await askWith(site, old), "SignInRequired");
      await signInAt(site, "second");
      const session = [...readJar(site.browser, "__Host-latchkey.session")];
      const planted = [...session, [T, old.get(T) ?? ""] as const];
      assertTokenRefused(site, await askWith(site, planted), "NotConnected");
    });

    it("a session that gets a new id while another tab refreshes keeps its tokens", async () => {
      const site = await createSigned(kind);
      const old = readJar(site.browser);
      mock.timers.setTime(NOON + 2 * HOUR);
      const { asked, release } = holdRefresh(site);
      const late = askWith(site, old);
      await asked();
      await site.browser.goto(`${app}/rotate`);
      release();
      const { text, headers } = await late;
      const jar = withAnswer(readJar(site.browser), headers);
      assert.equal((await askWith(site, jar)).text, text);
      assert.equal(site.op.count("token"), 1);
    });

    it("two browsers of a user have tokens of their own", async () => {
      const site = await createSigned(kind);
      const other = { ...site, browser: site.createBrowser() };
      await signInAt(other);
      site.op.clearRequests();
      mock.timers.setTime(NOON + 2 * HOUR);
      const jars = [site, other].map(({ browser }) => readJar(browser));
      const all = await Promise.all(jars.map((jar) => askWith(site, jar)));
      assert.equal(site.op.count("token"), 2);
      assert.notEqual(all[0]?.text, all[1]?.text);
      const mixed = new Map([
        ...jars[0] ?? [],
        [T, jars[1]?.get(T) ?? ""] as const,
      ]);
      assertTokenRefused(site, await askWith(site, mixed), "NotConnected");
    });
  });
}

/** Makes the tokens of the provider longer, to so many characters each. */
function lengthen({ op }: TokenSite, sizes: Readonly<Record<string, number>>) {
  op.faults = {
    // The ID token has the hash of the access token.
    idToken: { claims: ({ at_hash: _, ...claims }) => claims },
    token: {
      body: (json) => ({
        ...json,
        ...Object.fromEntries(
          Object.entries(sizes).map(([name, size]) => [
            name,
            `at-${randomText(size)}`.slice(0, size),
          ]),
        ),
      }),
    },
  };
}

describe("tokens in a cookie that are long", () => {
  /** Signs in with tokens that need two cookies. */
  async function createLong() {
    const site = await createTokenSite();
    lengthen(site, { access_token: 3300 });
    await signInAt(site);
    site.op.faults = {};
    site.op.clearRequests();
    return site;
  }

  it("they are split, joined, and the stale parts are cleared by a shorter set", async () => {
    const site = await createLong();
    const names = [...readJar(site.browser, T).keys()];
    assert.deepEqual(names, [`${T}.0`, `${T}.1`]);
    assert.equal((await askToken(site)).length, 3300);
    mock.timers.setTime(NOON + 2 * HOUR);
    assert.ok((await askToken(site)).length < 3300);
    assert.deepEqual([...readJar(site.browser, T).keys()], [T]);
  });

  it("a set of parts that is cut off, or has a part twice, opens nothing", async () => {
    const site = await createLong();
    const all = [...readJar(site.browser)];
    const rest = all.filter(([name]) => !name.startsWith(T));
    const [first, second] = all.filter(([name]) => name.startsWith(T));
    assert.ok(first && second);
    const broken = [
      [...rest, first],
      [...rest, second],
      [...rest, first, [second[0], second[1].slice(0, -1)] as const],
      [...rest, first, second, [second[0], `x${second[1]}`] as const],
      [...rest, first, second, [first[0], first[1]] as const],
      [...rest, [T, first[1]] as const],
    ];
    for (const cookies of broken) {
      assertTokenRefused(site, await askWith(site, cookies), "NotConnected");
    }
  });

  it("a sign-out clears every part", async () => {
    const site = await createLong();
    await signOut(site.browser);
    assert.equal(readJar(site.browser, T).size, 0);
  });

  it("a set of 12 kB fails the sign-in with an error that names its biggest part and the store", async () => {
    for (
      const [field, name] of [
        ["access_token", "access token"],
        ["refresh_token", "refresh token"],
      ]
    ) {
      const site = await createTokenSite();
      lengthen(site, { [field ?? ""]: 12_000 });
      await assert.rejects(signInAt(site));
      assert.equal(await readSession(site.browser), null);
      assert.equal(readJar(site.browser, T).size, 0);
      const line = site.lines.find((one) => one.includes("SessionTooLarge")) ??
        "";
      assert.ok(line.includes(`The biggest is the ${name} with 12000`), line);
      assert.ok(line.includes('tokens.keep: "store"'));
    }
  });

  it("a refresh whose tokens do not fit is an error, and the old tokens stay", async () => {
    const site = await createSigned();
    const before = readJar(site.browser);
    mock.timers.setTime(NOON + 2 * HOUR);
    lengthen(site, { access_token: 12_000 });
    assertTokenRefused(site, await askWith(site, before), "SessionTooLarge");
  });

  it("access tokens for other scopes make room, since the refresh token brings them back", async () => {
    const site = await createTokenSite();
    lengthen(site, { access_token: 1800 });
    await signInAt(site);
    for (const scope of ["openid", "email", "profile"]) {
      await askToken(site, `?scope=${scope}`);
    }
    const size = [...readJar(site.browser, T).values()].join("").length;
    assert.ok(size < 6_000);
    assert.match(await askToken(site, "?scope=profile"), /^at-/);
  });

  it("a session that has no room for them starts without them, and the log says so", async () => {
    const site = await createTokenSite({
      callbacks: { jwt: ({ token }) => ({ ...token, long: "x".repeat(3000) }) },
    });
    lengthen(site, { access_token: 3000 });
    await signInAt(site);
    assert.notEqual(await readSession(site.browser), null);
    assert.equal(readJar(site.browser, T).size, 0);
    assert.ok(site.lines.some((one) => one.includes("were left out")));
  });
});
