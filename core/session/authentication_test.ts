import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { type Adapter, type AuthConfig, createAuth } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { getToken } from "@latchkey/auth/jwt";
import type { Browser, Claims } from "@latchkey/auth/testing";
import {
  createPlainAdapter,
  createTables,
  createUserFlow,
} from "../accounts/users_testkit.ts";
import {
  type App,
  assertSignedIn,
  site,
  toRequest,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import { createMemoryStore } from "../storage/memory_store.ts";

afterEach(endTest);

const stated = { acr: "urn:mace:incommon:iap:silver", amr: ["pwd", "otp"] };

interface Member {
  readonly flow: App;
  readonly browser: Browser;
  readonly config: AuthConfig;
  /** The entries of the store that hold an authentication. */
  readonly entries: () => readonly (readonly [string, string])[];
}

/** Signs in at a site whose provider states these claims, too. */
async function createMember(
  config: Partial<AuthConfig>,
  claims: Claims = { ...stated, sid: "op-session" },
): Promise<Member> {
  const stored = new Map<string, string>();
  const inner = createMemoryStore();
  const store = {
    ...inner,
    set: (key: string, value: string, ttl: number) => {
      stored.set(key, value);
      return inner.set(key, value, ttl);
    },
  };
  const flow = await createUserFlow({ store, ...config });
  flow.op.faults.idToken = { claims: (own) => ({ ...own, ...claims }) };
  const browser = flow.createBrowser();
  await assertSignedIn(flow, browser);
  return {
    flow,
    browser,
    config: flow.makeConfig(),
    entries: () =>
      [...stored].filter(([key]) => key.startsWith("authentication:")),
  };
}

async function readAuthentication({ config, browser }: Member) {
  const { session } = await createAuth(config).session(toRequest(browser));
  return session?.authentication;
}

async function readToken({ config, browser }: Member) {
  const req = toRequest(browser);
  const { secret = "" } = config;
  return await getToken({ req, secret, origin: site });
}

/** Has the session get another id. */
async function rotate({ config, browser }: Member): Promise<void> {
  const request = toRequest(browser);
  const { headers } = await createAuth(config).updateSession(request, {}, {
    rotate: true,
  });
  for (const one of headers.getSetCookie()) browser.setCookie(site, one);
}

const jwt: Partial<AuthConfig> = {
  session: { strategy: "jwt" },
  adapter: undefined,
};
const rows = (adapter: Adapter): Partial<AuthConfig> => ({
  session: { strategy: "database" },
  adapter,
});

describe("how the user of a session signed in", () => {
  const shown = {
    "jwt": () => jwt,
    "database": () => rows(createMemoryAdapter()),
  };
  for (const [strategy, toConfig] of Object.entries(shown)) {
    it(`${strategy}: the application reads acr, amr and auth_time, also after a rotation`, async () => {
      const member = await createMember(toConfig(), {
        ...stated,
        auth_time: 1_700_000_000,
      });
      const expected = { ...stated, at: "2023-11-14T22:13:20.000Z" };
      assert.deepEqual(await readAuthentication(member), expected);
      await rotate(member);
      assert.deepEqual(await readAuthentication(member), expected);
    });

    it(`${strategy}: browsers do not see the account at the provider`, async () => {
      const { flow, browser } = await createMember(toConfig());
      const answer = await browser.fetch(`${site}/auth/session`);
      const text = await answer.text();
      assert.ok(text.includes("otp"));
      assert.ok(!text.includes("op-session") && !text.includes(flow.op.issuer));
    });

    it(`${strategy}: claims of the wrong type or size are not kept`, async () => {
      const member = await createMember(toConfig(), {
        acr: "x".repeat(256),
        amr: ["pwd", 7, "", "y".repeat(256), ...Array(20).fill("otp")],
        sid: 7,
      });
      const { acr, amr } = await readAuthentication(member) ?? {};
      assert.equal(acr, null);
      assert.deepEqual(amr, ["pwd", ...Array(15).fill("otp")]);
    });
  }

  it("jwt: the claim names the provider, its session and its own clock", async () => {
    const member = await createMember(jwt);
    const { flow: { op } } = member;
    const authn = (await readToken(member))?.authn;
    assert.equal(authn?.provider, "op");
    assert.equal(authn?.iss, op.issuer);
    assert.equal(authn?.sid, "op-session");
    assert.equal(typeof authn?.iat, "number");
    assert.ok(authn?.sub);
  });

  it("an ID token with auth_time alone shows the time", async () => {
    const member = await createMember(jwt, { auth_time: 1_700_000_000 });
    const at = "2023-11-14T22:13:20.000Z";
    const expected = { at, acr: null, amr: [] };
    assert.deepEqual(await readAuthentication(member), expected);
  });

  it("an ID token without acr, amr and auth_time leaves the session as it was", async () => {
    const member = await createMember(jwt, { auth_time: undefined });
    assert.equal(await readAuthentication(member), undefined);
    assert.equal((await readToken(member))?.authn?.provider, "op");
  });

  it("an adapter without a place for it has the store keep it, sealed and for each session", async () => {
    const member = await createMember(
      rows(createPlainAdapter(createTables())),
    );
    const [first] = member.entries();
    assert.ok(first);
    await rotate(member);
    const { length, [1]: second } = member.entries();
    assert.equal(length, 2);
    assert.notEqual(second?.[0], first[0]);
    const text = JSON.stringify(member.entries());
    assert.ok(!text.includes("op-session") && !text.includes(stated.acr));
  });
});
