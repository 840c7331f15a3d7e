import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { EmailTrust, OAuth2Config } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { assertSignedIn, createApp } from "../../../../testing/app_testkit.ts";
import { endTest } from "../../../../testing/checks_testkit.ts";
import { api, createOwnApi, refuse } from "../tokens/own_api_testkit.ts";

afterEach(endTest);

/** Signs in with parameters in the callback, and returns the profile. */
async function readProfile(
  callbackClaims: readonly string[],
  params: Readonly<Record<string, string>>,
  claims: object = {},
) {
  const own = await createOwnApi({
    entry: { callbackClaims },
    answers: { "/me": () => ({ id: "user-1", ...claims }) },
  });
  own.flow.op.faults.callback = (query) => {
    for (const [name, value] of Object.entries(params)) query.set(name, value);
  };
  await assertSignedIn(own.flow);
  return own.seen[0]?.profile ?? assert.fail();
}

describe("a claim from the callback", () => {
  const rows: readonly [string, string, unknown][] = [
    ["text", "1234", "1234"],
    ["empty text", "", ""],
    ["an object in JSON", '{"name":{"firstName":"Ada"}}', {
      name: { firstName: "Ada" },
    }],
    ["a list, which stays text", '["a"]', '["a"]'],
    ["invalid JSON, which stays text", '{"a":', '{"a":'],
    ["4096 characters", "x".repeat(4096), "x".repeat(4096)],
  ];
  for (const [name, text, value] of rows) {
    it(`the claim is ${name}`, async () => {
      const profile = await readProfile(["extra"], { extra: text });
      assert.deepEqual(profile.extra, value);
    });
  }

  it("it is absent if it is too long, or not listed", async () => {
    const profile = await readProfile(["extra", "absent"], {
      extra: "x".repeat(4097),
      other: "1",
    });
    assert.deepEqual(Object.keys(profile), ["id"]);
    const big = await readProfile(["extra"], { extra: "x".repeat(100_000) });
    assert.deepEqual(Object.keys(big), ["id"]);
  });

  it("it does not replace a claim of the answer, even one that is null", async () => {
    const names = ["name", "picture"];
    const params = { name: "Mallory", picture: "https://evil.example/" };
    const claims = { name: "Ada", picture: null };
    const profile = await readProfile(names, params, claims);
    assert.deepEqual({ ...profile }, { id: "user-1", ...claims });
  });

  it("it does not replace a signed claim", async () => {
    const flow = await createApp({ entry: { callbackClaims: ["name"] } });
    flow.op.faults.callback = (query) => query.set("name", "Mallory");
    const { user } = await assertSignedIn(flow);
    assert.equal(user?.name, flow.op.user.name);
  });

  it("it changes no prototype", async () => {
    const profile = await readProfile(["__proto__", "extra"], {
      ["__proto__"]: '{"email_verified":true}',
      extra: '{"__proto__":{"email_verified":true}}',
    });
    assert.equal(Object.getPrototypeOf(profile), Object.prototype);
    assert.equal(profile.email_verified, undefined);
    const empty: Readonly<Record<string, unknown>> = {};
    assert.equal(empty.email_verified, undefined);
  });
});

type Linking = OAuth2Config["allowDangerousEmailAccountLinking"];

/** Signs in with the address of a stored user; returns whether the account was linked to that user. */
async function links(
  linking: Linking,
  emailTrust: EmailTrust | undefined,
  claims: object,
): Promise<{ isLinked: boolean; verified: unknown }> {
  const adapter = createMemoryAdapter();
  const stored = await adapter.createUser({
    id: "stored",
    email: "ada@example.com",
    emailVerified: new Date(0),
  });
  const own = await createOwnApi({
    entry: {
      allowDangerousEmailAccountLinking: linking,
      ...emailTrust === undefined ? {} : { emailTrust },
      userinfo: `${api}/me`,
      profile: ({ id, mail }) => ({ id, email: mail }) as never,
    },
    answers: {
      "/me": () => ({ id: "user-1", mail: "Ada@Example.com", ...claims }),
    },
    config: { adapter },
  });
  try {
    await assertSignedIn(own.flow);
  } catch {
    await refuse(own, { error: "OAuthAccountNotLinked", log: /./ });
  }
  const key = { provider: "op", providerAccountId: "user-1" };
  const owner = await adapter.getUserByAccount(key);
  const { profile } = own.seen[0] ?? {};
  assert.equal(owner?.id, owner === null ? undefined : stored.id);
  return { isLinked: owner !== null, verified: profile?.email_verified };
}

describe("the trust in an address", () => {
  const said = { email: "ada@example.com", email_verified: true };
  const denied = { ...said, email_verified: false };
  const unlinked = { isLinked: false, verified: undefined };
  const linked = (verified?: boolean) => ({ isLinked: true, verified });
  const rows: readonly [
    name: string,
    EmailTrust | undefined,
    claims: object,
    ifVerified: object,
    ifAny: object,
  ][] = [
    ["default, verified", undefined, said, linked(true), linked(true)],
    ["default, denied", undefined, denied, unlinked, unlinked],
    ["default, silent", undefined, {}, unlinked, linked()],
    [
      "claim, for text",
      "claim",
      { ...said, email_verified: "true" },
      unlinked,
      unlinked,
    ],
    ["always, silent", "always", {}, linked(true), linked(true)],
    ["unverified, verified", "unverified", said, unlinked, linked()],
    ["unverified, denied", "unverified", denied, unlinked, unlinked],
    ["unverified, silent", "unverified", {}, unlinked, linked()],
    ["true", () => true, denied, linked(true), linked(true)],
    ["false", () => false, said, unlinked, unlinked],
    ["undefined", () => undefined, said, unlinked, linked()],
    ["text", () => "true", said, unlinked, linked()],
    ["a promise", () => Promise.resolve(true), said, unlinked, linked()],
    ["a member", ({ ok }) => ok, { ok: true }, linked(true), linked(true)],
  ];
  for (const [name, trust, claims, ifVerified, ifAny] of rows) {
    it(`linking follows it: ${name}`, async () => {
      assert.deepEqual(await links("verified", trust, claims), ifVerified);
      assert.deepEqual(await links(true, trust, claims), ifAny);
      assert.equal((await links(false, trust, claims)).isLinked, false);
    });
  }

  it("a function that throws refuses the sign-in", async () => {
    const own = await createOwnApi({
      entry: {
        emailTrust: () => {
          throw new Error("no");
        },
      },
    });
    await refuse(own, {
      error: "Configuration",
      page: "/auth/error",
      log: /`emailTrust` of provider "op" threw/,
    });
  });
});
