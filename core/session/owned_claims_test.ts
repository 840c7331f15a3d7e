import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { type AuthConfig, createAuth, type JWT } from "@latchkey/auth";
import { getToken } from "@latchkey/auth/jwt";
import {
  type App,
  app,
  cookieName,
  createApp,
  readCsrfToken,
  readSession,
  signIn,
  toRequest,
} from "../../testing/app_testkit.ts";
import { assertRefused, toAnswer } from "../../testing/checks_testkit.ts";
import { DAY, NOON } from "./session_testkit.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(() => mock.timers.reset());

/** An attacker's values for every claim that the library owns. */
const foreign = {
  sub: "mallory".padEnd(43, "-"),
  sid: "session-of-mallory",
  iat: NOON / 1000 - 5 * DAY,
  auth_time: NOON / 1000 + DAY,
  exp: NOON / 1000 + 399 * DAY,
  aud: "https://mallory.example/auth",
  authn: { provider: "mallory", at: NOON / 1000, acr: "high" },
} as const;

type Owned = keyof typeof foreign;

const owned = Object.keys(foreign) as Owned[];

/** A callback's changes to a claim: another value, or none. */
const changes: Readonly<Record<string, (token: JWT, claim: Owned) => JWT>> = {
  "replace": (token, claim) => ({ ...token, [claim]: foreign[claim] }),
  "remove": ({ ...token }, claim) => {
    delete token[claim];
    return token;
  },
  "empty": (token, claim) => ({ ...token, [claim]: null }),
};

interface Watched {
  readonly site: App;
  /** The tokens that the session callback and the session event received. */
  readonly shown: JWT[];
  /** The jwt callback from now on. */
  change: (token: JWT) => JWT | null;
}

async function createWatched(): Promise<Watched> {
  const shown: JWT[] = [];
  const look = (message: { token?: JWT }) =>
    void (message.token && shown.push({ ...message.token }));
  const callbacks: AuthConfig["callbacks"] = {
    jwt: ({ token }) => watched.change(token),
    session: (message) => {
      look(message);
      return message.session;
    },
  };
  const site = await createApp({
    config: {
      origin: app,
      session: { updateAge: DAY },
      callbacks,
      events: { session: look },
    },
  });
  const watched: Watched = { site, shown, change: (token) => token };
  return watched;
}

/** Reads the claims in the browser's cookie. */
async function readClaims({ browser, secret }: App): Promise<JWT> {
  const req = toRequest(browser, "/");
  const claims = await getToken({ req, secret, origin: app });
  assert.ok(claims, "there is no session");
  return claims;
}

function pick(claims: JWT): Record<string, unknown> {
  return Object.fromEntries(owned.map((name) => [name, claims[name]]));
}

/** Ways to make the jwt callback run on an existing session. */
const roads: Readonly<Record<string, (site: App) => Promise<unknown>>> = {
  "when the session is read": ({ browser }) => readSession(browser),
  "when the session is renewed": async (site) => {
    mock.timers.tick(DAY * 1000);
    await readSession(site.browser);
  },
  "in an update by POST /session": async (site) => {
    const csrfToken = await readCsrfToken(site.browser);
    const answer = await site.browser.fetch(`${app}/auth/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ csrfToken, data: foreign }),
    });
    assert.notEqual(await answer.json(), null);
  },
  "in an update by a page": async ({ browser, config }) => {
    const auth = createAuth(config);
    const request = toRequest(browser, "/");
    const { headers } = await auth.updateSession(request, foreign);
    for (const one of headers.getSetCookie()) browser.setCookie(app, one);
  },
};

/** Callback results that are not a token. */
const nothings: Readonly<Record<string, () => JWT | null>> = {
  "null": () => null,
  "undefined": () => undefined as never,
  "a text": () => "token" as never,
};

describe("a jwt callback", () => {
  for (const claim of owned) {
    for (const [what, change] of Object.entries(changes)) {
      it(`a jwt callback cannot ${what} ${claim} at sign-in`, async () => {
        const watched = await createWatched();
        const { site } = watched;
        await signIn(site.browser);
        const expected = pick(await readClaims(site));
        // Each sign-in has its own id.
        const { sid: _, ...common } = expected;
        watched.change = (token) => change(token, claim);
        await signIn(site.browser);
        const { sid, ...claims } = pick(await readClaims(site));
        assert.deepEqual(claims, common);
        assert.ok(typeof sid === "string" && sid.length > 20);
        assert.notEqual(sid, foreign.sid);
        assert.ok(await readSession(site.browser));
      });

      for (const [when, ask] of Object.entries(roads)) {
        it(`a jwt callback cannot ${what} ${claim} ${when}`, async () => {
          const watched = await createWatched();
          const { site, shown } = watched;
          await signIn(site.browser);
          await ask(site);
          // The claims as the same read leaves them without a change.
          const expected = pick(await readClaims(site));
          const cookie = site.browser.cookieHeader(app);
          shown.length = 0;
          watched.change = (token) => change(token, claim);
          await readSession(site.browser);
          assert.equal(
            site.browser.cookieHeader(app),
            cookie,
            "a claim that cannot change is no reason to write",
          );
          const before = Date.now();
          await ask(site);
          const passed = (Date.now() - before) / 1000;
          const later = pick(await readClaims(site));
          assert.deepEqual(later, {
            ...expected,
            iat: Number(expected.iat) + passed,
            exp: Number(expected.exp) + passed,
          });
          assert.ok(shown.length > 0);
          const known: unknown[] = [expected, later].map((one) =>
            JSON.stringify(one)
          );
          for (const token of shown) {
            assert.ok(known.includes(JSON.stringify(pick(token))));
          }
          assert.ok(await readSession(site.browser));
        });
      }
    }
  }

  it("a jwt callback cannot move a session away from the user whose sessions are revoked", async () => {
    const watched = await createWatched();
    const { site } = watched;
    watched.change = (token) => ({ ...token, ...foreign });
    await signIn(site.browser);
    mock.timers.tick(DAY * 1000);
    assert.ok(await readSession(site.browser));
    const { sub } = await readClaims(site);
    const auth = createAuth(site.config);
    await auth.revoke({ user: foreign.sub });
    assert.ok(await readSession(site.browser));
    await auth.revoke({ user: String(sub) });
    assert.equal(await readSession(site.browser), null);
  });

  for (const [what, give] of Object.entries(nothings)) {
    it(`a jwt callback that returns ${what} at sign-in starts no session`, async () => {
      const watched = await createWatched();
      const { site } = watched;
      const page = await site.browser.goto(`${app}/auth/signin`);
      const { pending } = await site.browser.submit(page, {
        stopAt: (url) => url.startsWith(`${app}/auth/callback`),
      });
      watched.change = give;
      const answer = await toAnswer(
        await site.browser.fetch(pending ?? "", { redirect: "manual" }),
      );
      const { searchParams } = new URL(answer.headers.get("location") ?? "");
      const error = what === "null" ? "AccessDenied" : "Configuration";
      assert.equal(searchParams.get("error"), error);
      const state = new URL(pending ?? "").searchParams.get("state") ?? "";
      assertRefused(answer, site, {
        clears: [`${cookieName.attempt}${state.split(".")[0]}`],
      });
      watched.change = (token) => token;
      assert.equal(await readSession(site.browser), null);
    });
  }
});
