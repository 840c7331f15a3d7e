import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import {
  ConsentRequired,
  InteractionRequired,
  ReauthenticationRequired,
} from "@latchkey/auth/errors";
import { assertHidden, endTest } from "../../testing/checks_testkit.ts";
import {
  createShop,
  lastForm,
  ORDERS,
  readError,
  readToken,
  type Shop,
  tellAll,
} from "./calling_testkit.ts";

afterEach(endTest);

const target = { resource: ORDERS, scope: "orders:read orders:write" };
const ofEntra = { scope: `${ORDERS}/.default` };
const CLAIMS = '{"access_token":{"acrs":{"essential":true,"value":"c1"}}}';

/** Lets the issuer refuse the next request. */
function refuse({ op }: Shop, body: Readonly<Record<string, unknown>>): void {
  op.faults.token = [{
    status: 400,
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  }];
}

/** Each refusal of an exchange, and the name and the status of the error. */
const refusals: readonly (readonly [string, string, number])[] = [
  ["invalid_request", "ReauthenticationRequired", 401],
  ["invalid_grant", "ReauthenticationRequired", 401],
  ["invalid_token", "ReauthenticationRequired", 401],
  ["interaction_required", "ReauthenticationRequired", 401],
  ["login_required", "ReauthenticationRequired", 401],
  ["insufficient_user_authentication", "ReauthenticationRequired", 401],
  ["consent_required", "ConsentRequired", 403],
  ["access_denied", "ConsentRequired", 403],
  ["invalid_scope", "ConsentRequired", 403],
  ["invalid_client", "Configuration", 500],
  ["unauthorized_client", "Configuration", 500],
  ["unsupported_grant_type", "Configuration", 500],
  ["invalid_target", "Configuration", 500],
  ["temporarily_unavailable", "ProviderUnavailable", 503],
  ["something_else", "ProviderUnavailable", 503],
];

describe("an issuer that refuses to exchange a caller's token", () => {
  for (const [error, name, status] of refusals) {
    it(`because of ${error} is answered with ${status}`, async () => {
      const shop = await createShop();
      const access = await shop.call();
      refuse(shop, { error });
      const thrown = await readError(shop.client.exchange(access, target));
      assert.deepEqual([thrown.name, thrown.status], [name, status]);
      assert.match(thrown.message, new RegExp(`answered "${error}"`));
      const isInteraction = /interaction|login|authentication/.test(error);
      assert.equal(thrown instanceof InteractionRequired, isInteraction);
      if (thrown instanceof InteractionRequired) {
        assert.equal(thrown.claims, null);
      }
      if (thrown instanceof ConsentRequired) {
        assert.deepEqual(thrown.scope, ["orders:read", "orders:write"]);
        assert.equal(thrown.connect, null);
      }
      await shop.client.exchange(access, target);
    });
  }

  it("may repeat what was sent to it: no error has it", async () => {
    for (
      const error of ["invalid_grant", "invalid_client", "odd", "access_denied"]
    ) {
      const shop = await createShop();
      const access = await shop.call();
      const actor = await shop.client.own();
      const secrets = [
        readToken(access),
        actor.token(),
        shop.op.clientSecret,
      ];
      refuse(shop, { error, error_description: `no: ${secrets.join(" ")}` });
      const asked = shop.client.exchange(access, { ...target, actor });
      const thrown = await readError(asked);
      assert.match(tellAll(thrown), /no: \[redacted\]/);
      assertHidden([tellAll(thrown), ...shop.lines], secrets);
      refuse(shop, { error: readToken(access) });
      const other = await readError(shop.client.exchange(access, target));
      assertHidden([tellAll(other)], secrets);
    }
  });

  it("may repeat secrets that look like words", async () => {
    const clientSecret = "rabbit";
    const shop = await createShop({}, { clientSecret });
    const access = await shop.call();
    const words = [clientSecret, "kitten", "hamster"];
    const actor = { ...await shop.client.own(), token: () => "hamster" };
    refuse(shop, { error: "odd", error_description: words.join(" ") });
    const caller = { ...access, token: () => "kitten" } as typeof access;
    const asked = shop.client.exchange(caller, { ...target, actor });
    assertHidden([tellAll(await readError(asked))], words);
  });

  it("because the token was revoked, or has expired, wants the caller to sign in", async () => {
    const shop = await createShop();
    const access = await shop.call();
    shop.op.revokeAccessToken(readToken(access));
    const thrown = await readError(shop.client.exchange(access, target));
    assert.ok(thrown instanceof ReauthenticationRequired);
    assert.ok(!(thrown instanceof InteractionRequired));
  });
});

describe("Microsoft Entra, if it refuses", () => {
  it("because of a policy, the claims that it wants are in the error", async () => {
    for (const error of ["interaction_required", "invalid_grant"]) {
      const shop = await createShop({ dialect: "entra" });
      refuse(shop, {
        error,
        error_description: "AADSTS50076: Due to a configuration change, …",
        error_codes: [50076],
        claims: CLAIMS,
      });
      const asked = shop.client.exchange(await shop.call(), ofEntra);
      const thrown = await readError(asked);
      assert.ok(thrown instanceof InteractionRequired);
      assert.ok(thrown instanceof ReauthenticationRequired);
      assert.equal(thrown.claims, CLAIMS);
      assert.equal(thrown.status, 401);
      assert.match(tellAll(thrown), /AADSTS50076/);
    }
  });

  it("because nobody has consented, the error says so", async () => {
    for (const error of ["invalid_grant", "interaction_required"]) {
      const shop = await createShop({ dialect: "entra" });
      refuse(shop, {
        error,
        error_description: "AADSTS65001: The user or administrator has not …",
        suberror: "consent_required",
      });
      const asked = shop.client.exchange(await shop.call(), ofEntra);
      const thrown = await readError(asked);
      assert.ok(thrown instanceof ConsentRequired);
      assert.deepEqual(thrown.scope, [ofEntra.scope]);
    }
  });

  it("because it knows no such scope, the configuration is wrong", async () => {
    const shop = await createShop({ dialect: "entra" });
    const wrong = { scope: "openid" };
    const asked = shop.client.exchange(await shop.call(), wrong);
    assert.equal((await readError(asked)).name, "Configuration");
    assert.equal(lastForm(shop)["scope"], "openid");
  });
});

describe("an issuer that refuses a service its own token", () => {
  for (const [error] of refusals) {
    it(`because of ${error} never asks a user`, async () => {
      const shop = await createShop();
      refuse(shop, { error, claims: CLAIMS, suberror: "consent_required" });
      const { name } = await readError(shop.client.own(target));
      const isMistake = /client|target|scope|unsupported|access_denied/.test(
        error,
      );
      assert.equal(name, isMistake ? "Configuration" : "ProviderUnavailable");
    });
  }
});
