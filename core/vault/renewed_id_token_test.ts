import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { ProviderUnavailable } from "@latchkey/auth/errors";
import {
  createFaultProvider,
  type FaultSwitches,
  type IdTokenFault,
} from "@latchkey/auth/testing";
import { endTest } from "../../testing/checks_testkit.ts";
import { NOON } from "../session/session_testkit.ts";
import {
  assertRejected,
  createVault,
  expire,
  HOUR,
  type VaultOptions,
} from "./vault_testkit.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);

const now = (NOON + 2 * HOUR) / 1000;
const claims = (part: object): IdTokenFault => ({
  claims: (right) => ({ ...right, ...part }),
});

/** ID tokens that a refresh must not bring. */
const wrong: Readonly<Record<string, IdTokenFault>> = {
  "another issuer (-refresh-token-invalid-issuer)": claims({
    iss: "https://other.example",
  }),
  "its issuer with a slash appended": {
    claims: (right) => ({ ...right, iss: `${right.iss}/` }),
  },
  "another subject (-refresh-token-invalid-sub)": claims({ sub: "user-2" }),
  "no subject": claims({ sub: undefined }),
  "another audience": claims({ aud: "other" }),
  "an audience that is not alone": {
    claims: (right) => ({ ...right, aud: [right.aud, "other"] }),
  },
  "another authorized party": claims({ azp: "other" }),
  "another time of the sign-in": claims({ auth_time: now }),
  "another nonce": claims({ nonce: "other" }),
  "a beginning six minutes from now": claims({ iat: now + 360 }),
  "a beginning a day ago": claims({ iat: now - 86_400, exp: now + 60 }),
  "no beginning": claims({ iat: undefined }),
  "an end six minutes ago": claims({ iat: now - 600, exp: now - 360 }),
  "no end": claims({ exp: undefined }),
  "the hash of another access token": claims({
    at_hash: "AAAAAAAAAAAAAAAAAAAAAA",
  }),
  "the type of an access token": {
    header: (right) => ({ ...right, typ: "at+jwt" }),
  },
  "a foreign signature": { sign: "foreign" },
  "a broken signature": { sign: "broken" },
  "no signature": { sign: "none" },
  "the public key as its secret": { sign: "hs256-public-key" },
  "no form at all": { raw: "garbage" },
};

/** Asserts that an ID token is refused, and that everything stays as it was. */
async function assertRefusedToken(
  idToken: IdTokenFault,
  options: VaultOptions = {},
) {
  const op = { alg: "RS256", refreshTokens: "stays" } as const;
  const vault = await createVault({ op, ...options });
  const kept = await vault.read();
  expire();
  vault.op.faults = { idToken };
  await assertRejected(vault, vault.get(), ProviderUnavailable);
  assert.deepEqual(await vault.read(), kept);
  vault.op.faults = {};
  expire(2.1);
  assert.match((await vault.get()).accessToken, /^at-/);
}

describe("an ID token that comes with a refresh", () => {
  for (const [name, fault] of Object.entries(wrong)) {
    it(`is refused with ${name}, and no token of its answer is kept [I16]`, async () => {
      await assertRefusedToken(fault);
    });
  }

  const rotating = { alg: "RS256", refreshTokens: "revokes" } as const;
  for (const place of ["the adapter", "the store"] as const) {
    it(`whose issuer's clock is ahead costs no sign-in: the new refresh token is kept in ${place}`, async () => {
      const vault = await createVault({ op: rotating, place });
      expire();
      const claims = (right: Record<string, unknown>) => ({
        ...right,
        iat: Number(right.iat) + 120,
      });
      vault.op.faults = { idToken: { claims } };
      for (const hours of [2, 2.1]) {
        expire(hours);
        await assertRejected(vault, vault.get(), ProviderUnavailable);
      }
      vault.op.faults = {};
      expire(2.2);
      assert.match((await vault.get()).accessToken, /^at-/);
      assert.equal(new Set(vault.used()).size, 3);
    });
  }

  it("whose subject is another takes its refresh token along", async () => {
    const vault = await createVault({ op: rotating });
    const kept = await vault.read();
    expire();
    vault.op.faults = { idToken: claims({ sub: "user-2" }) };
    await assertRejected(vault, vault.get(), ProviderUnavailable);
    assert.deepEqual(await vault.read(), kept);
  });

  it("is refused in the store as well [I16]", async () => {
    const config = { adapter: undefined };
    await assertRefusedToken(claims({ sub: "user-2" }), {
      place: "the store",
      config,
    });
  });

  /** Right ID tokens, and none. */
  const right: Readonly<Record<string, FaultSwitches>> = {
    "without a nonce": {},
    "with an authorized party": {
      idToken: { claims: (all) => ({ ...all, azp: all.aud }) },
    },
    "without the time of the sign-in": {
      idToken: claims({ auth_time: undefined }),
    },
    "with a new key": { rotate: "beforeSign" },
    "that is missing (-refresh-token)": { idToken: { raw: null } },
  };
  for (const [name, switches] of Object.entries(right)) {
    it(`is accepted ${name}, and changes no session [I16]`, async () => {
      const { op, get, auth, request } = await createVault();
      const { session } = await auth.session(request());
      const { accessToken } = await get();
      expire();
      op.user = { ...op.user, name: "Another Name" };
      op.faults = switches;
      assert.notEqual((await get()).accessToken, accessToken);
      const { session: after } = await auth.session(request());
      assert.deepEqual(after?.user, session?.user);
    });
  }

  it("is compared with the account if the first one was not kept [I16]", async () => {
    for (const sub of ["user-1", "user-2"]) {
      const vault = await createVault();
      const { adapter } = vault.config;
      assert.ok(adapter?.updateAccount !== undefined);
      await adapter.updateAccount({
        provider: vault.id,
        providerAccountId: "user-1",
        id_token: "",
      });
      assert.equal((await vault.read())?.idToken, null);
      expire();
      vault.op.faults = { idToken: claims({ sub }) };
      if (sub === "user-1") {
        assert.match((await vault.get()).accessToken, /^at-/);
      } else await assertRejected(vault, vault.get(), ProviderUnavailable);
      mock.timers.setTime(NOON);
    }
  });

  it("may follow one of an existing table that cannot be read", async () => {
    const vault = await createVault();
    await vault.config.adapter?.updateAccount?.({
      provider: vault.id,
      providerAccountId: "user-1",
      id_token: "not a token",
    });
    expire();
    assert.match((await vault.get()).accessToken, /^at-/);
  });

  it("names the tenant of the sign-in where a provider has several [I16]", async () => {
    const toTenant = (tid: string) =>
      claims({ tid, iss: `https://${tid}.example` });
    const op = await createFaultProvider({ refreshTokens: "stays" });
    op.faults = { idToken: toTenant("one") };
    const vault = await createVault({
      op,
      entry: { issuerFrom: ({ tid }) => `https://${tid}.example` },
    });
    expire();
    assert.match((await vault.get()).accessToken, /^at-/);
    op.faults = { idToken: toTenant("two") };
    expire(4);
    await assertRejected(vault, vault.get(), ProviderUnavailable);
  });
});

describe("clocks that differ by six minutes", () => {
  for (const minutes of [6, -6]) {
    const where = minutes > 0 ? "ahead" : "behind";
    it(`a provider that is ${where} is named in the error, and its ID token refused [F14, I16]`, async () => {
      const vault = await createVault({ op: { refreshTokens: "stays" } });
      expire();
      vault.op.faults = {
        idToken: {
          claims: (all) => ({
            ...all,
            iat: now + 60 * minutes,
            exp: now + 60 * minutes + 300,
          }),
        },
      };
      const error = await assertRejected(
        vault,
        vault.get(),
        ProviderUnavailable,
      );
      const text = `${error.message} ${error.cause?.err?.message}`;
      assert.match(text, /-?\d+ s from now; compare the clocks/);
    });

    it(`a process that is ${where} uses no token that another one finds expired without a refresh`, async () => {
      const { op, get, other, request, id } = await createVault();
      const late = other();
      const start = NOON + 2 * HOUR;
      mock.timers.setTime(start + 60_000 * minutes);
      const first = await get();
      mock.timers.setTime(start);
      assert.equal(
        (await late.getAccessToken(request(), id)).accessToken,
        first.accessToken,
      );
      assert.equal(op.count("token"), 1);
      const end = first.expiresAt?.getTime() ?? 0;
      assert.equal(end, start + 60_000 * minutes + HOUR);
    });
  }
});
