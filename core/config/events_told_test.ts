import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import {
  type Account,
  Auth,
  type AuthConfig,
  createAuth,
  createMemoryStore,
  type Events,
  type JWT,
  type OAuth2Config,
  type Profile,
  type Session,
  type User,
} from "@latchkey/auth";
import { ServerAuth } from "@latchkey/auth/server";
import { decode } from "@latchkey/auth/jwt";
import type { FaultProvider } from "@latchkey/auth/testing";
import express from "express";
import { ask, S as plainName, serve } from "../../server/express_testkit.ts";
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
} from "../../testing/app_testkit.ts";
import { assertRefused, toAnswer } from "../../testing/checks_testkit.ts";
import { mint, NOON } from "../session/session_testkit.ts";

afterEach(() => mock.timers.reset());

type EventName = keyof Events;
/** One event, as its handler received it. */
type Told = [name: EventName, message: Record<string, unknown>];

function createRecorder(): { told: Told[]; events: Required<Events> } {
  const told: Told[] = [];
  const record = (name: EventName) => (message: object) =>
    void told.push([name, message as Record<string, unknown>]);
  return {
    told,
    events: {
      signIn: record("signIn"),
      signOut: record("signOut"),
      session: record("session"),
      createUser: record("createUser"),
      updateUser: record("updateUser"),
      linkAccount: record("linkAccount"),
      signInFailed: record("signInFailed"),
      linkRefused: record("linkRefused"),
      sessionRevoked: record("sessionRevoked"),
      addressTakenOver: record("addressTakenOver"),
      passwordChanged: record("passwordChanged"),
      weakPassword: record("weakPassword"),
      emailChanged: record("emailChanged"),
      tokensRevoked: record("tokensRevoked"),
      factorAdded: record("factorAdded"),
      factorRemoved: record("factorRemoved"),
      passkeyAdded: record("passkeyAdded"),
      passkeyRemoved: record("passkeyRemoved"),
      recoveryCodeUsed: record("recoveryCodeUsed"),
      secondFactorLocked: record("secondFactorLocked"),
      personalTokenCreated: record("personalTokenCreated"),
      personalTokenRevoked: record("personalTokenRevoked"),
      unlinkAccount: record("unlinkAccount"),
      userDeleted: record("userDeleted"),
      fieldsChanged: record("fieldsChanged"),
      sessionRotated: record("sessionRotated"),
      browserRemembered: record("browserRemembered"),
      browsersForgotten: record("browsersForgotten"),
      invitationSent: record("invitationSent"),
      rateLimited: record("rateLimited"),
    },
  };
}

/** The same provider as plain OAuth: the user comes from userinfo only. */
function toOAuth(op: FaultProvider): OAuth2Config {
  const { id, name, clientId, clientSecret, ...rest } = op.provider();
  const { type: _type, issuer: _issuer, checks: _checks, ...own } = rest;
  return {
    ...own as object,
    id,
    name,
    type: "oauth",
    clientId,
    clientSecret,
    authorization: {
      url: `${op.issuer}/authorize`,
      params: { scope: "openid profile email" },
    },
    token: `${op.issuer}/token`,
    userinfo: `${op.issuer}/userinfo`,
  };
}

const types = ["oidc", "oauth"] as const;

async function createRecorded(
  type: typeof types[number],
  overrides: Partial<AuthConfig> = {},
): Promise<App & { told: Told[] }> {
  const { told, events } = createRecorder();
  const site = await createApp({
    config: { events, ...overrides },
    toProviders: (op) => [type === "oidc" ? op.provider() : toOAuth(op)],
  });
  return { ...site, told };
}

async function readClaims({ browser, secret }: App): Promise<JWT> {
  const token = cookieValue(browser, cookieName.session);
  const claims = await decode({ token, secret, salt: cookieName.session });
  assert.ok(claims);
  return claims;
}

const person = {
  name: "Ada Lovelace",
  email: "ada@example.com",
  image: "https://pictures.example/ada.png",
};
const accountKeys = [
  "access_token",
  "expires_at",
  "expires_in",
  "id_token",
  "provider",
  "providerAccountId",
  "refresh_token",
  "scope",
  "token_type",
  "type",
  "userId",
];

/** Each way of reading a session; all emit the event `session`. */
const reads: Record<string, (site: App) => Promise<Session | null>> = {
  "GET /session": ({ browser }) => readSession(browser),
  "POST /session": async (site) => {
    const csrfToken = await readCsrfToken(site.browser);
    const response = await site.browser.fetch(`${app}/auth/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ csrfToken, data: {} }),
    });
    return await response.json();
  },
  "auth.session": async (site) => {
    const request = toRequest(site.browser, "/");
    return (await createAuth(site.config).session(request)).session;
  },
  "auth.updateSession": async (site) => {
    const request = toRequest(site.browser, "/");
    const auth = createAuth(site.config);
    return (await auth.updateSession(request, {})).session;
  },
};

for (const type of types) {
  describe(`events of ${type}`, () => {
    it("signIn gets exactly user, account and profile", async () => {
      mock.timers.enable({ apis: ["Date"], now: NOON });
      const site = await createRecorded(type);
      await signIn(site.browser);
      const claims = await readClaims(site);
      const [[name, message]] = site.told as [Told];
      assert.equal(name, "signIn");
      assert.deepEqual(Object.keys(message).sort(), [
        "account",
        "profile",
        "user",
      ]);
      const { user, account, profile } = message as {
        user: User;
        account: Account;
        profile: Profile;
      };
      assert.deepEqual(user, { ...person, id: claims.sub });
      const given = accountKeys.filter((key) => key in account);
      assert.deepEqual(Object.keys(account).sort(), given);
      assert.deepEqual(
        [account.provider, account.providerAccountId, account.type],
        ["op", "user-1", type],
      );
      assert.equal(account.userId, claims.sub);
      assert.equal(account.token_type, "bearer");
      assert.ok(account.access_token);
      assert.equal(
        account.expires_at,
        NOON / 1000 + (account.expires_in ?? NaN),
      );
      assert.equal(profile.sub, "user-1");
      assert.equal(profile.name, "Ada Lovelace");
      assert.equal(profile.email_verified, true);
    });

    it("signIn fires once, after the fact and before the answer", async () => {
      const order: string[] = [];
      const site = await createRecorded(type, {
        callbacks: {
          redirect: ({ url }) => (order.push("redirect"), url),
          signIn: () => order.push("may sign in") > 0,
          jwt: ({ token, trigger }) => {
            order.push(`jwt ${trigger}`);
            return token;
          },
        },
        events: { signIn: () => void order.push("signIn") },
      });
      const page = await signIn(site.browser);
      order.push("answered");
      assert.equal(page.url, `${app}/`);
      assert.deepEqual(order.slice(0, 4), [
        "redirect",
        "may sign in",
        "jwt signIn",
        "signIn",
      ]);
      assert.equal(order.filter((one) => one === "signIn").length, 1);
    });

    it("signOut fires once with exactly the token, when the session has ended", async () => {
      const store = createMemoryStore();
      const marks: unknown[] = [];
      const told: object[] = [];
      let sid = "";
      const site = await createRecorded(type, {
        store,
        events: {
          signOut: async (message) => {
            told.push(message);
            marks.push(...await store.get([`revoked:session:${sid}`]));
          },
        },
      });
      await signIn(site.browser);
      const claims = await readClaims(site);
      sid = String(claims.sid);
      await signOut(site.browser);
      assert.deepEqual(told, [{ token: claims }]);
      assert.equal(typeof marks[0], "string");
      await signOut(site.browser);
      assert.equal(told.length, 1);
    });

    for (const [entry, read] of Object.entries(reads)) {
      it(`session gets exactly session and token, through ${entry}`, async () => {
        const site = await createRecorded(type);
        await signIn(site.browser);
        const claims = await readClaims(site);
        site.told.length = 0;
        const session = await read(site);
        assert.deepEqual(site.told.map(([name]) => name), ["session"]);
        const [[, message]] = site.told as [Told];
        assert.deepEqual(Object.keys(message).sort(), ["session", "token"]);
        assert.deepEqual(message.session, session);
        const { authentication, ...rest } = message.session as Session;
        assert.deepEqual(rest, {
          user: { ...person, id: claims.sub },
          expires: session?.expires,
        });
        // Only an ID token says when the provider authenticated the user.
        assert.equal(authentication !== undefined, type === "oidc");
        const token = message.token as JWT;
        assert.deepEqual(
          Object.keys(token).sort(),
          Object.keys({
            ...claims,
            ...token,
          }).sort(),
        );
        assert.deepEqual([token.sub, token.sid], [claims.sub, claims.sid]);
      });
    }

    it("a failure fires only signInFailed, once, whatever fails", async () => {
      const failures: [
        error: string | null,
        overrides: Partial<AuthConfig>,
        faults: object,
      ][] = [
        ["AccessDenied", { callbacks: { signIn: () => false } }, {}],
        // A redirect is not a refusal.
        [null, { callbacks: { signIn: () => "/ask" } }, {}],
        ["AccessDenied", { callbacks: { jwt: () => null } }, {}],
        [
          "SessionError",
          { callbacks: { jwt: () => undefined as never } },
          {},
        ],
        [
          "SessionTooLarge",
          { callbacks: { jwt: () => ({ more: "x".repeat(9000) }) } },
          {},
        ],
        ["ProviderUnavailable", {}, { token: { status: 500 } }],
        ["ProviderUnavailable", {}, {
          userinfo: { status: 500 },
          jwks: { status: 500 },
        }],
        ["OAuthCallbackError access_denied", {}, {
          authorize: { error: "access_denied" },
        }],
      ];
      for (const [what, overrides, faults] of failures) {
        const site = await createRecorded(type, overrides);
        Object.assign(site.op.faults, faults);
        const page = await signIn(site.browser);
        const [error, code = null] = what?.split(" ") ?? [];
        const told = { type: error, code, provider: "op", attempt: null };
        assert.deepEqual(
          site.told,
          what === null ? [] : [["signInFailed", told]],
        );
        assert.equal(
          cookieValue(site.browser, cookieName.session),
          "",
          `${what}`,
        );
        const [last = page] = page.redirects.slice(-1);
        assertRefused({ headers: last.headers, text: page.text }, site);
      }
    });
  });
}

describe("occasions without an event", () => {
  it("session does not fire if there is no session, or if a callback fails", async () => {
    const { told, events } = createRecorder();
    const site = await createApp({
      config: {
        events,
        callbacks: {
          session: () => {
            throw new Error("of the host");
          },
        },
      },
    });
    for (const cookie of ["", `${cookieName.session}=x`]) {
      await Auth(
        new Request(`${app}/auth/session`, { headers: { cookie } }),
        site.config,
      );
    }
    const cookie = `${cookieName.session}=${await mint(site.secret)}`;
    const answer = await toAnswer(
      await Auth(
        new Request(`${app}/auth/session`, { headers: { cookie } }),
        site.config,
      ),
    );
    assert.equal(answer.status, 500);
    assert.deepEqual(told, []);
  });

  it("signOut does not fire if there is no session, or while the store cannot end it", async () => {
    const { told, events } = createRecorder();
    const inner = createMemoryStore();
    let isDown = false;
    const site = await createApp({
      config: {
        events,
        store: {
          ...inner,
          set: (...args) =>
            isDown ? Promise.reject(new Error("down")) : inner.set(...args),
        },
      },
    });
    await signOut(site.browser);
    await signIn(site.browser);
    isDown = true;
    const page = await signOut(site.browser);
    assert.equal(new URL(page.url).searchParams.get("error"), "SignOutError");
    assert.ok(told.every(([name]) => name !== "signOut"));
  });

  it("a HEAD request fires no event, because it changes nothing", async () => {
    const { told, events } = createRecorder();
    const site = await createApp({ config: { events } });
    const cookie = `${cookieName.session}=${await mint(site.secret)}`;
    await Auth(
      new Request(`${app}/auth/session`, {
        method: "HEAD",
        headers: { cookie },
      }),
      site.config,
    );
    assert.deepEqual(told, []);
  });
});

describe("events on Express", () => {
  it("session fires once per request, through the middleware, the guard and getSession", async () => {
    const { told, events } = createRecorder();
    const secret = "a secret that is as long as it has to be";
    const auth = ServerAuth({
      secret,
      trustHost: true,
      providers: [],
      events,
    });
    const site = express();
    site.use(auth.session);
    site.get("/", auth.require(), async (req, res) => {
      res.json(await auth.getSession(req));
    });
    await serve(site, async (origin) => {
      const purpose = { name: "session", cookie: plainName } as const;
      const value = await mint(secret, {}, { ...purpose, maxAge: 86_400 });
      const answer = await ask(origin, { cookie: `${plainName}=${value}` });
      assert.equal(JSON.parse(answer.text).user.name, "Ada Lovelace");
      assert.deepEqual(told.map(([name]) => name), ["session"]);
      const [[, message]] = told as [Told];
      assert.deepEqual(Object.keys(message).sort(), ["session", "token"]);
      assert.deepEqual(message.session, JSON.parse(answer.text));
    });
  });
});

describe("the arguments of a handler", () => {
  it("a handler that changes its arguments changes nothing that is stored", async () => {
    const site = await createApp({
      config: {
        events: {
          signIn: ({ user, account }) => {
            user.name = "Mallory";
            user.id = "x";
            Object.assign(account ?? {}, { provider: "x" });
          },
          session: ({ session, token }) => {
            token.sub = "x";
            Object.assign(session, { read: true });
          },
        },
      },
    });
    await signIn(site.browser);
    const claims = await readClaims(site);
    assert.equal((await readSession(site.browser))?.user?.name, "Ada Lovelace");
    assert.deepEqual(await readClaims(site), claims);
  });
});
