import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { Adapter, OIDCConfig, Profile } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  type App,
  approach,
  assertCallbackRefused,
  assertSignedIn,
  createApp,
} from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";

afterEach(endTest);

/** An address and its `email_verified` claim; either may be absent. */
interface Pair {
  readonly email?: unknown;
  readonly email_verified?: unknown;
}

const ada = "ada@example.com";
const eve = "eve@example.com";

/** Each row: a title, the ID token's pair, userinfo's pair, and the expected pair. */
const rules: readonly [string, Pair, Pair, Pair][] = [
  [
    "the ID token's pair, although userinfo vouches for another address",
    { email: ada, email_verified: false },
    { email: eve, email_verified: true },
    { email: ada, email_verified: false },
  ],
  [
    "the ID token's address alone, if userinfo's flag is about another address",
    { email: ada },
    { email: eve, email_verified: true },
    { email: ada },
  ],
  [
    "the ID token's address alone, if userinfo's flag is about no address",
    { email: ada },
    { email_verified: true },
    { email: ada },
  ],
  [
    "userinfo's pair, if the ID token has the same address without a flag",
    { email: ada },
    { email: ada, email_verified: true },
    { email: ada, email_verified: true },
  ],
  [
    "userinfo's pair, if the address is the same in another spelling",
    { email: "Ada@Example.COM" },
    { email: ada, email_verified: true },
    { email: ada, email_verified: true },
  ],
  [
    "userinfo's pair, if the ID token's flag is null",
    { email: ada, email_verified: null },
    { email: ada, email_verified: true },
    { email: ada, email_verified: true },
  ],
  [
    "the ID token's pair, if the two contradict each other about one address",
    { email: ada, email_verified: false },
    { email: ada, email_verified: true },
    { email: ada, email_verified: false },
  ],
  [
    "userinfo's pair, if the ID token has no address",
    {},
    { email: ada, email_verified: true },
    { email: ada, email_verified: true },
  ],
  [
    "userinfo's address alone, if the ID token has a flag for no address",
    { email_verified: true },
    { email: eve },
    { email: eve },
  ],
  [
    "userinfo's pair, if the ID token's address is empty",
    { email: "", email_verified: true },
    { email: ada, email_verified: false },
    { email: ada, email_verified: false },
  ],
  [
    "the ID token's pair, if userinfo says nothing of an address",
    { email: ada, email_verified: true },
    {},
    { email: ada, email_verified: true },
  ],
  [
    "an invalid address as it stands, without a flag from elsewhere",
    { email: "ada" },
    { email: "ada", email_verified: true },
    { email: "ada" },
  ],
];

/** The definitions with which userinfo is read besides an ID token. */
const shapes: readonly [string, (flow: App) => Partial<OIDCConfig>][] = [
  ["userinfo that fills in missing claims", () => ({
    authorization: { params: { scope: "openid email phone" } },
  })],
  ["`idToken: false`", () => ({ idToken: false })],
  ["`userinfo.request`", (flow) => ({
    userinfo: {
      request: async ({ tokens, fetch }) => {
        const response = await fetch(`${flow.op.issuer}/userinfo`, {
          headers: { authorization: `Bearer ${tokens.access_token}` },
        });
        return await response.json();
      },
    },
  })],
];

interface Seen {
  readonly flow: App;
  /** The profiles passed to `profile()` and then to the `signIn` callback. */
  readonly profiles: Profile[];
}

/** Creates a provider whose ID token and userinfo differ. */
async function createTwoSources(
  inToken: Pair,
  inUserinfo: Pair,
  toEntry: (flow: App) => Partial<OIDCConfig>,
  adapter?: Adapter,
): Promise<Seen> {
  const profiles: Profile[] = [];
  const entry: Partial<OIDCConfig> = {};
  const flow = await createApp({
    op: { idTokenClaims: false, user: { sub: "user-1", phone_number: "+1" } },
    entry,
    config: {
      ...(adapter === undefined ? {} : { adapter }),
      callbacks: {
        signIn: ({ profile }) => {
          profiles.push({ ...profile });
          return true;
        },
      },
    },
  });
  Object.assign(entry, toEntry(flow), {
    profile: (profile: Profile) => {
      profiles.push({ ...profile });
      return { id: profile.sub ?? "", email: profile.email ?? null };
    },
  });
  flow.op.faults.idToken = { claims: (right) => ({ ...right, ...inToken }) };
  flow.op.faults.userinfo = {
    body: ({ sub }) => ({ sub, phone_number: "+1", ...inUserinfo }),
  };
  return { flow, profiles };
}

function toPair(profile: Profile | undefined): Pair {
  const { email, email_verified } = profile ?? {};
  return {
    ...(email === undefined ? {} : { email }),
    ...(email_verified === undefined ? {} : { email_verified }),
  };
}

describe("an address and its verified flag come from one source", () => {
  for (const [shape, toEntry] of shapes) {
    for (const [name, inToken, inUserinfo, expected] of rules) {
      it(`with ${shape}, the profile has ${name}`, async () => {
        const { flow, profiles } = await createTwoSources(
          inToken,
          inUserinfo,
          toEntry,
        );
        await assertSignedIn(flow);
        assert.equal(flow.op.count("userinfo"), 1);
        assert.equal(profiles.length, 2);
        for (const profile of profiles) {
          assert.deepEqual(toPair(profile), expected);
        }
      });
    }
  }

  it("signed userinfo, which is not read, does not change the ID token's pair", async () => {
    const { flow, profiles } = await createTwoSources(
      { email: ada },
      {},
      () => ({ authorization: { params: { scope: "openid email phone" } } }),
    );
    flow.op.faults.userinfo = {
      body: "e30.eyJlbWFpbF92ZXJpZmllZCI6dHJ1ZX0.c2ln",
      contentType: "application/jwt",
    };
    await assertSignedIn(flow);
    assert.deepEqual(toPair(profiles[0]), { email: ada });
  });

  it("a plain OAuth server's pair comes from userinfo alone, even beside an ID token", async () => {
    const profiles: Profile[] = [];
    const flow = await createApp({
      op: { user: { sub: "user-1", email: eve } },
      toEntry: (op) => ({
        ...op.plainProvider(),
        profile: (profile: Profile) => {
          profiles.push(profile);
          return { id: String(profile.id) };
        },
      }),
    });
    flow.op.faults.token = {
      body: (right) => ({
        ...right,
        id_token: `e30.${btoa('{"email":"ada@example.com"}')}.c2ln`,
      }),
    };
    await assertSignedIn(flow);
    assert.deepEqual(toPair(profiles[0]), { email: eve });
  });
});

describe("linking by an address needs one source that vouches for it", () => {
  for (const [shape, toEntry] of shapes) {
    it(`with ${shape}, one source's address with the other's flag links no account`, async () => {
      const adapter = createMemoryAdapter();
      const victim = await adapter.createUser({
        id: "ada",
        email: ada,
        emailVerified: new Date(),
        name: null,
        image: null,
      });
      const { flow } = await createTwoSources(
        { email: ada },
        { email: eve, email_verified: true },
        (flow) => ({
          ...toEntry(flow),
          allowDangerousEmailAccountLinking: "verified",
        }),
        adapter,
      );
      const browser = flow.createBrowser();
      await assertCallbackRefused(flow, browser, await approach(browser), {
        error: "OAuthAccountNotLinked",
      });
      const accounts = await adapter.listAccountsByUserId?.(victim.id);
      assert.deepEqual(accounts, []);
      assert.equal(await adapter.getUserByEmail(eve), null);
    });
  }
});
