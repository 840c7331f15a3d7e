import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import {
  ConfigurationError,
  ConsentRequired,
  ProviderUnavailable,
  ReauthenticationRequired,
} from "@latchkey/auth/errors";
import type { Fault, FaultSwitches } from "@latchkey/auth/testing";
import { endTest, until } from "../../testing/checks_testkit.ts";
import { NOON } from "../session/session_testkit.ts";
import {
  assertNothingShows,
  assertRejected,
  createVault,
  expire,
  HOUR,
  places,
} from "./vault_testkit.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);

type Change = (json: Record<string, unknown>) => unknown;
const change = (part: object): Change => (json) => ({ ...json, ...part });

/** Answers of the token endpoint that give no token. */
const faults: Readonly<Record<string, FaultSwitches>> = {
  "a connection that is reset": { token: { reset: true } },
  "500": { token: { status: 500 } },
  "503": { token: { status: 503 } },
  "404": { token: { status: 404 } },
  "204": { token: { status: 204 } },
  "an error that is not registered": { token: { error: "server_error" } },
  "HTML with status 200": {
    token: { body: "<!doctype html>", contentType: "text/html" },
  },
  "JSON with the type of a text": { token: { contentType: "text/plain" } },
  "half of its JSON": { token: { body: '{"access_token":"at' } },
  "a list": { token: { body: "[]" } },
  "null": { token: { body: "null" } },
  "an empty object": { token: { body: "{}" } },
  "10 MB": { token: { body: " ".repeat(10_000_000) } },
  "a redirect to another host": {
    token: { redirect: "https://evil.example/", status: 307 },
  },
  "an access token that is a number": {
    tokenResponse: change({ access_token: 7 }),
  },
  "an empty access token": { tokenResponse: change({ access_token: "" }) },
  "an access token named twice": {
    tokenResponse: (json) =>
      `{"access_token":"other",${JSON.stringify(json).slice(1)}`,
  },
  "no token type": { tokenResponse: change({ token_type: undefined }) },
  "a token type that is unknown": {
    tokenResponse: change({ token_type: "x" }),
  },
  "a refresh token that is a number": {
    tokenResponse: change({ refresh_token: 7 }),
  },
  "a scope that is a number": { tokenResponse: change({ scope: 7 }) },
  "a negative lifetime": { tokenResponse: change({ expires_in: -1 }) },
  "a lifetime that is a word": {
    tokenResponse: change({ expires_in: "soon" }),
  },
  "a lifetime that is not a number": {
    tokenResponse: change({ expires_in: "NaN" }),
  },
  "a lifetime without end": {
    tokenResponse: (json) =>
      JSON.stringify(json).replace('"expires_in":3600', '"expires_in":1e400'),
  },
  "a lifetime of a thousand years": {
    tokenResponse: change({ expires_in: 31_557_600_000 }),
  },
};

describe("a refresh that the token endpoint answers with", () => {
  for (const [name, switches] of Object.entries(faults)) {
    it(`${name} changes nothing, and the next one is sent with the same token [RACE-09]`, async () => {
      const vault = await createVault({ op: { refreshTokens: "stays" } });
      const { op, get, used } = vault;
      const { expiresAt, accessToken } = await get();
      const kept = await vault.read();
      op.faults = switches;
      // For as long as the old token lasts, the outage does not show.
      const end = expiresAt?.getTime() ?? 0;
      mock.timers.setTime(end - 30_000);
      assert.equal((await get()).accessToken, accessToken);
      mock.timers.setTime(end + 1);
      const error = await assertRejected(vault, get(), ProviderUnavailable);
      assert.equal(error.retryAfter, 2);
      assert.deepEqual(await vault.read(), kept);
      op.faults = {};
      mock.timers.setTime(end + 3000);
      const next = await get();
      assert.notEqual(next.accessToken, accessToken);
      assert.equal(new Set(used()).size, 1);
      assert.equal(used().length, 3);
      assertNothingShows(vault);
    });
  }
});

describe("a token endpoint that hangs", () => {
  for (const ignoreSignal of [false, true]) {
    it(
      `ends the request within the time limit, ${
        ignoreSignal
          ? "even if the connection cannot be ended"
          : "with its connection"
      }, for all who wait`,
      async () => {
        const vault = await createVault({ config: { providerTimeout: 1 } });
        const { op, get } = vault;
        mock.timers.reset();
        const now = NOON + 2 * HOUR;
        mock.timers.enable({ apis: ["Date", "setTimeout"], now });
        op.faults = { token: { hang: true, ignoreSignal } };
        const all = Array.from(
          { length: 5 },
          () => assertRejected(vault, get(), ProviderUnavailable),
        );
        await until(() => op.count("token") === 1);
        mock.timers.tick(1000);
        await Promise.all(all);
        assert.equal(op.count("token"), 1);
        // The flight has landed: a later request begins another one.
        op.faults = {};
        mock.timers.tick(3000);
        assert.match((await get()).accessToken, /^at-/);
      },
    );
  }

  it("a slow one is waited for", async () => {
    const { op, get } = await createVault();
    expire();
    op.faults = { token: { delay: 20 } };
    assert.match((await get()).accessToken, /^at-/);
  });
});

describe("the pause after a failed refresh", () => {
  const busy = (after: string): Fault => ({
    status: 429,
    headers: { "retry-after": after },
  });

  /** Two users of one provider. */
  async function createTwo(fault: Fault) {
    const ada = await createVault({ op: { refreshTokens: "stays" } });
    const { op } = ada;
    op.user = { ...op.user, sub: "user-2", email: "bob@example.com" };
    const bob = await createVault({ op });
    expire();
    op.clearRequests();
    op.faults = { token: fault };
    return { ada, bob, op };
  }

  for (
    const [name, after] of [
      ["a number of seconds", "30"],
      ["a date", new Date(NOON + 2 * HOUR + 30_000).toUTCString()],
    ] as const
  ) {
    it(`is as long as the provider asks for with ${name}, for all users of this process [RACE-09]`, async () => {
      const { ada, bob, op } = await createTwo(busy(after));
      const first = await assertRejected(ada, ada.get(), ProviderUnavailable);
      assert.equal(first.retryAfter, 30);
      mock.timers.setTime(NOON + 2 * HOUR + 29_000);
      for (const vault of [ada, bob]) {
        const error = await assertRejected(
          vault,
          vault.get(),
          ProviderUnavailable,
        );
        assert.equal(error.retryAfter, 1);
        assert.equal(error.status, 503);
      }
      assert.equal(op.count("token"), 1);
      op.faults = {};
      mock.timers.setTime(NOON + 2 * HOUR + 30_000);
      await ada.get();
      await bob.get();
      assert.equal(op.count("token"), 3);
    });
  }

  it("is a minute at most", async () => {
    const { ada, op } = await createTwo(busy("86400"));
    const error = await assertRejected(ada, ada.get(), ProviderUnavailable);
    assert.equal(error.retryAfter, 60);
    op.faults = {};
    mock.timers.setTime(NOON + 2 * HOUR + 60_000);
    assert.match((await ada.get()).accessToken, /^at-/);
  });

  for (const after of ["0", "-5", "soon", ""]) {
    it(`is two seconds if the provider asks for "${after}", and no other user's`, async () => {
      const { ada, bob, op } = await createTwo(busy(after));
      const { retryAfter } = await assertRejected(
        ada,
        ada.get(),
        ProviderUnavailable,
      );
      assert.equal(retryAfter, 2);
      op.faults = {};
      await assertRejected(ada, ada.get(), ProviderUnavailable);
      assert.match((await bob.get()).accessToken, /^at-/);
      assert.equal(op.count("token"), 2);
      mock.timers.setTime(NOON + 2 * HOUR + 2000);
      assert.match((await ada.get()).accessToken, /^at-/);
    });
  }

  it("lets a token that is still valid be used", async () => {
    const { op, get } = await createVault();
    const { accessToken, expiresAt } = await get();
    mock.timers.setTime((expiresAt?.getTime() ?? 0) - 30_000);
    op.faults = { token: busy("20") };
    for (let i = 0; i < 5; i++) {
      assert.equal((await get()).accessToken, accessToken);
    }
    assert.equal(op.count("token"), 1);
  });

  it("does not outlast a sign-in", async () => {
    const vault = await createVault();
    expire();
    vault.op.faults = { token: { status: 500 } };
    await assertRejected(vault, vault.get(), ProviderUnavailable);
    vault.op.faults = {};
    await vault.signIn();
    const minValidity = 3600;
    assert.match((await vault.get({ minValidity })).accessToken, /^at-/);
  });
});

for (const place of places) {
  describe(`a refresh token that the provider refuses, kept in ${place}`, () => {
    it("is not sent again, and the next sign-in replaces it [RACE-09]", async () => {
      const vault = await createVault({ place });
      const { op, get, used } = vault;
      expire();
      op.faults = { token: { error: "invalid_grant" } };
      for (let i = 0; i < 3; i++) {
        const error = await assertRejected(
          vault,
          get(),
          ReauthenticationRequired,
        );
        assert.equal(error.status, 401);
      }
      assert.equal(op.count("token"), 1);
      assert.equal((await vault.read())?.refreshToken, null);
      op.faults = {};
      await vault.signIn();
      assert.match((await get()).accessToken, /^at-/);
      expire(4);
      assert.match((await get()).accessToken, /^at-/);
      assert.equal(new Set(used()).size, 2);
    });

    it("leaves the access token in use that is still valid", async () => {
      const vault = await createVault({ place });
      const { op, get } = vault;
      const { accessToken, expiresAt } = await get();
      mock.timers.setTime((expiresAt?.getTime() ?? 0) - 100_000);
      op.faults = { token: { error: "invalid_grant" } };
      const minValidity = 200;
      await assertRejected(
        vault,
        get({ minValidity }),
        ReauthenticationRequired,
      );
      assert.equal((await get()).accessToken, accessToken);
    });
  });
}

describe("a refresh that the provider refuses because of", () => {
  for (const error of ["invalid_client", "unauthorized_client"]) {
    it(`the client (${error}) is the operator's to mend, and loses no token`, async () => {
      const vault = await createVault();
      expire();
      const kept = await vault.read();
      vault.op.faults = { token: { error } };
      await assertRejected(vault, vault.get(), ConfigurationError);
      assert.deepEqual(await vault.read(), kept);
    });
  }

  it("its scopes needs the user's consent, and loses no token", async () => {
    const entry = {
      authorization: { params: { scope: "openid mail calendar" } },
    };
    const vault = await createVault({ entry });
    const kept = await vault.read();
    vault.op.faults = {
      token: { error: "invalid_scope" },
    };
    expire();
    const error = await assertRejected(
      vault,
      vault.get({ scope: ["calendar", "mail"], minValidity: 61 }),
      ConsentRequired,
    );
    assert.deepEqual(error.scope, ["calendar", "mail"]);
    assert.deepEqual(await vault.read(), kept);
  });
});

describe("a refresh that is refused for this request only, as the definition can tell,", () => {
  const kinds = { consent_required: "consent", basic_action: "user" } as const;
  const entry = { refresh: { partial: { suberror: kinds } } };
  const refuse = (suberror: string) => ({
    token: {
      status: 400,
      body: JSON.stringify({ error: "invalid_grant", suberror }),
      headers: { "content-type": "application/json" },
    },
  });

  it("needs the user's consent, and loses no token", async () => {
    const vault = await createVault({ entry });
    const kept = await vault.read();
    vault.op.faults = refuse("consent_required");
    const error = await assertRejected(
      vault,
      vault.get({ scope: ["openid"], minValidity: 3601 }),
      ConsentRequired,
    );
    assert.deepEqual(error.scope, ["openid"]);
    assert.deepEqual(await vault.read(), kept);
  });

  it("needs the user for a second factor, and loses no token", async () => {
    const vault = await createVault({ entry });
    const kept = await vault.read();
    vault.op.faults = refuse("basic_action");
    expire();
    const error = await assertRejected(
      vault,
      vault.get(),
      ReauthenticationRequired,
    );
    assert.equal(error.code, undefined);
    assert.deepEqual(await vault.read(), kept);
  });

  it("is refused for good if the refresh token is at an end", async () => {
    const vault = await createVault({ entry });
    vault.op.faults = refuse("bad_token");
    expire();
    await assertRejected(vault, vault.get(), ReauthenticationRequired);
    assert.equal((await vault.read())?.refreshToken, null);
  });
});

describe("the answer to a refresh", () => {
  const entry = {
    authorization: { params: { scope: "openid mail calendar" } },
  };

  it("with fewer scopes than were asked for needs the user's consent, and is not asked for again", async () => {
    const vault = await createVault({ entry });
    const { op, get } = vault;
    expire();
    op.faults = { tokenResponse: change({ scope: "openid mail" }) };
    for (let i = 0; i < 2; i++) {
      const error = await assertRejected(
        vault,
        get({ scope: ["calendar"] }),
        ConsentRequired,
      );
      assert.deepEqual(error.scope, ["calendar"]);
    }
    assert.equal(op.count("token"), 1);
  });

  it("for a resource needs its scopes, too", async () => {
    const vault = await createVault();
    vault.op.faults = { tokenResponse: change({ scope: "read" }) };
    const resource = "https://api.example/";
    const error = await assertRejected(
      vault,
      vault.get({ resource, scope: ["read", "write"] }),
      ConsentRequired,
    );
    assert.deepEqual(error.scope, ["write"]);
    const [sent] = vault.op.requests;
    assert.equal(sent?.form?.get("resource"), resource);
    assert.equal(sent?.form?.get("scope"), "read write");
  });

  it("without a scope has the scopes that were asked for (RFC 6749 section 5.1)", async () => {
    const vault = await createVault();
    vault.op.faults = { tokenResponse: change({ scope: undefined }) };
    const resource = "https://api.example/";
    const { scope } = await vault.get({ resource, scope: ["read", "write"] });
    assert.deepEqual(scope, ["read", "write"]);
  });

  it("may have null for members that it lacks, and its scopes as a list", async () => {
    const vault = await createVault({ entry });
    expire();
    vault.op.faults = {
      tokenResponse: change({
        id_token: null,
        refresh_token: null,
        error: null,
        scope: ["openid", "mail"],
      }),
    };
    assert.deepEqual((await vault.get()).scope, ["openid", "mail"]);
    assert.equal(vault.op.count("token"), 1);
  });

  it("may have its lifetime as a text", async () => {
    const { op, get } = await createVault();
    expire();
    op.faults = { tokenResponse: change({ expires_in: "600" }) };
    const { expiresAt } = await get();
    assert.equal(expiresAt?.getTime(), NOON + 2 * HOUR + 600_000);
  });

  it("without a lifetime has that of the definition, or none", async () => {
    for (const access of [900, undefined]) {
      const vault = await createVault({ entry: { tokens: { access } } });
      expire();
      vault.op.faults = { tokenResponse: change({ expires_in: undefined }) };
      const { expiresAt } = await vault.get();
      const expected = access && NOON + 2 * HOUR + 1000 * access;
      assert.equal(expiresAt?.getTime(), expected);
      mock.timers.setTime(NOON);
    }
  });

  it("with a lifetime that is shorter than wanted is not asked for again by others who waited", async () => {
    const { op, get, other, request, id } = await createVault();
    expire();
    op.faults = { tokenResponse: change({ expires_in: 30 }) };
    const second = other();
    const tokens = await Promise.all([
      get(),
      get({ minValidity: 600 }),
      second.getAccessToken(request(), id),
    ]);
    assert.equal(op.count("token"), 1);
    assert.equal(new Set(tokens.map((one) => one.accessToken)).size, 1);
  });
});
