import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import type { OIDCConfig } from "@latchkey/auth";
import type {
  Claims,
  FaultProviderOptions,
  IdTokenFault,
} from "@latchkey/auth/testing";
import { type App, createApp } from "../../../../testing/app_testkit.ts";
import { endTest } from "../../../../testing/checks_testkit.ts";
import {
  deliver,
  enter,
  isSignedIn,
} from "../../../session/revocation/logout_testkit.ts";

const NOON = Date.UTC(2026, 5, 15, 12);
const EVENT = "http://schemas.openid.net/event/backchannel-logout";

afterEach(endTest);
afterEach(() => mock.timers.reset());

/** A site with a session that logout tokens without faults end. */
async function createMember(
  op: FaultProviderOptions = {},
  entry: Partial<OIDCConfig> = {},
) {
  const flow = await createApp({ op: { alg: "RS256", ...op }, entry });
  const browser = await enter(flow, { sub: "ada", sid: "session-1" });
  return { flow, browser };
}

function createToken({ op }: App, fault: IdTokenFault): Promise<string> {
  op.faults.logoutToken = fault;
  return op.createLogoutToken({ sub: "ada", sid: "session-1" });
}

/** Asserts that a token is refused, that nothing ends by it, and why. */
async function refuse(
  fault: IdTokenFault,
  why: RegExp,
  op: FaultProviderOptions = {},
): Promise<void> {
  const { flow, browser } = await createMember(op);
  const token = await createToken(flow, fault);
  const { status, text } = await deliver(flow, token);
  assert.equal(status, 400, text);
  const { error, error_description: description } = JSON.parse(text);
  assert.equal(error, "invalid_request");
  assert.match(description, why);
  assert.match(description, /^[ !#-[\]-~]*$/);
  for (const part of token.split(".").filter((one) => one.length > 8)) {
    assert.ok(!text.includes(part));
    assert.ok(!flow.log.some((line) => line.text.includes(part)));
  }
  assert.ok(await isSignedIn(browser));
}

async function refuseClaims(claims: Claims, why: RegExp): Promise<void> {
  await refuse({ claims: (own) => ({ ...own, ...claims }) }, why);
}

/** Asserts that a token is accepted, and ends the session. */
async function accept(
  fault: IdTokenFault,
  op: FaultProviderOptions = {},
  entry: Partial<OIDCConfig> = {},
): Promise<void> {
  const { flow, browser } = await createMember(op, entry);
  const { status, text } = await deliver(flow, await createToken(flow, fault));
  assert.equal(status, 200, text);
  assert.equal(await isSignedIn(browser), false);
}

const omit = (name: string): IdTokenFault => ({
  claims: ({ [name]: _, ...rest }) => rest,
});
const seconds = () => Math.floor(Date.now() / 1000);

describe("the signature of a logout token", () => {
  for (const alg of ["RS256", "ES256", "PS256", "EdDSA"] as const) {
    it(`a token with ${alg} is accepted if ID tokens have it`, async () => {
      await accept({}, { alg }, {
        client: { id_token_signed_response_alg: alg },
      });
    });
  }

  it("a token with alg none is refused [rp-backchannel-rpinitlogout-alg-none]", async () => {
    await refuse({ sign: "none" }, /signature/);
  });

  it("a token with an algorithm that ID tokens do not have is refused, whatever key fits [BCL-02, rp-backchannel-rpinitlogout-wrong-alg]", async () => {
    const { flow, browser } = await createMember({ alg: "PS256" }, {
      client: { id_token_signed_response_alg: "PS256" },
    });
    const token = await createToken(flow, {});
    const other = await createApp({
      toEntry: () =>
        flow.op.provider({ client: { id_token_signed_response_alg: "ES256" } }),
    });
    assert.equal((await deliver(other, token)).status, 400);
    assert.ok(await isSignedIn(browser));
    assert.equal((await deliver(flow, token)).status, 200);
  });

  it("a token with a public key as HMAC secret is refused", async () => {
    await refuse({ sign: "hs256-public-key" }, /signature/);
  });

  it("a token with the client secret as key is refused, unless ID tokens have it", async () => {
    await refuse({ sign: "hs256-client-secret" }, /signature/);
    const { flow, browser } = await createMember();
    flow.op.faults.logoutToken = { sign: "hs256-client-secret" };
    const token = await flow.op.createLogoutToken({ sub: "ada" });
    const signed = await createApp({
      toEntry: () => flow.op.provider({ idTokenAlg: "HS256" }),
    });
    assert.equal((await deliver(signed, token)).status, 200);
    assert.ok(await isSignedIn(browser), "it has another store");
  });

  for (const sign of ["foreign", "broken", "empty"] as const) {
    it(`a token with a signature that is ${sign} is refused`, async () => {
      await refuse({ sign }, /signature/);
    });
  }

  it("a key in the header does not count", async () => {
    const { flow, browser } = await createMember();
    const token = await createToken(flow, {
      sign: "foreign",
      header: (own) => ({ ...own, jwk: flow.op.foreignJwk }),
    });
    assert.equal((await deliver(flow, token)).status, 400);
    assert.ok(await isSignedIn(browser));
  });

  it("keys that the provider has replaced are fetched again", async () => {
    const { flow, browser } = await createMember();
    await flow.op.rotateKeys();
    const token = await createToken(flow, {});
    assert.equal((await deliver(flow, token)).status, 200);
    assert.equal(await isSignedIn(browser), false);
  });

  it("forged tokens have the keys fetched ten times a minute, however many arrive", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const { flow, browser } = await createMember();
    const forged = await createToken(flow, { sign: "foreign" });
    const send = async () => {
      for (let i = 0; i < 15; i++) {
        assert.equal((await deliver(flow, forged)).status, 400);
      }
    };
    flow.op.clearRequests();
    await send();
    assert.equal(flow.op.count("jwks"), 10);
    mock.timers.tick(60_000);
    await send();
    assert.equal(flow.op.count("jwks"), 20);
    assert.ok(await isSignedIn(browser));
  });

  it("keys that cannot be had are an outage, after which the token is accepted", async () => {
    const { flow, browser } = await createMember();
    await flow.op.rotateKeys();
    const token = await createToken(flow, {});
    flow.op.faults.jwks = [{ status: 500 }];
    const { status, text } = await deliver(flow, token);
    assert.equal(status, 503, text);
    assert.equal(JSON.parse(text).error, "temporarily_unavailable");
    assert.ok(await isSignedIn(browser));
    assert.equal((await deliver(flow, token)).status, 200);
    assert.equal(await isSignedIn(browser), false);
  });

  for (const raw of ["x", "a.b", "a.b.c", "a.b.c.d.e", "..", "null"]) {
    it(`the text "${raw}" is refused`, async () => {
      await refuse({ raw }, /./);
    });
  }

  for (const claims of ["[]", "null", "7", "{", `"x"`]) {
    it(`the signed text ${claims} is refused`, async () => {
      await refuse({ claims: () => claims }, /claims|issuer/);
    });
  }
});

describe("the type of a logout token", () => {
  for (const typ of ["logout+jwt", "application/logout+JWT", "JWT"]) {
    it(`the type ${typ} is accepted [BCL-07]`, async () => {
      await accept({ header: (own) => ({ ...own, typ }) });
    });
  }

  it("a token without a type is accepted", async () => {
    await accept({ header: ({ typ: _, ...own }) => own });
  });

  for (const typ of ["at+jwt", "secevent+jwt", "logout+jwt;x", ""]) {
    it(`the type "${typ}" is refused`, async () => {
      await refuse({ header: (own) => ({ ...own, typ }) }, /of type/);
    });
  }
});

describe("the claims of a logout token", () => {
  it("another issuer is refused [rp-backchannel-rpinitlogout-wrong-iss]", async () => {
    await refuseClaims({ iss: "https://other.example" }, /another issuer/);
    await refuse(omit("iss"), /another issuer/);
  });

  it("another audience is refused [rp-backchannel-rpinitlogout-wrong-aud]", async () => {
    await refuseClaims({ aud: "other" }, /another client/);
    await refuseClaims({ aud: ["other"] }, /another client/);
    await refuseClaims({ azp: "other" }, /another client/);
    await refuse(omit("aud"), /another client/);
  });

  it("several audiences need this client as the authorized party", async () => {
    const toClaims = (own: Claims): Claims => ({
      ...own,
      aud: [own.aud, "other"],
    });
    await refuse({ claims: toClaims }, /another client/);
    await accept({ claims: (own) => ({ ...toClaims(own), azp: own.aud }) });
    await accept({ claims: (own) => ({ ...own, aud: [own.aud] }) });
  });

  for (const [when, iat] of [["an hour ago", -3600], ["ahead", 120]] as const) {
    it(`a token that was issued ${when} is refused`, async () => {
      await refuseClaims({ iat: seconds() + iat }, /issued .* s from now/);
    });
  }

  for (const iat of [null, "now", {}, true]) {
    it(`a token that was issued at ${JSON.stringify(iat)} is refused`, async () => {
      await refuseClaims({ iat }, /issued/);
    });
  }

  it("a token without iat, and one that was issued in infinity, are refused", async () => {
    await refuse(omit("iat"), /issued/);
    const claims = (own: Claims) =>
      JSON.stringify(own).replace(/"iat":\d+/, '"iat":-1e999');
    await refuse({ claims }, /issued/);
  });

  it("a token that has expired is refused, and one without exp is accepted", async () => {
    await refuseClaims({ exp: seconds() - 61 }, /expired/);
    await refuseClaims({ exp: null }, /expired/);
    await refuseClaims({ exp: "later" }, /expired/);
    await accept(omit("exp"));
  });

  it("a token is accepted for ten minutes by a clock within the tolerance", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const { flow, browser } = await createMember();
    const token = await createToken(flow, omit("exp"));
    const late = await createToken(flow, omit("exp"));
    mock.timers.tick(601_000);
    assert.equal((await deliver(flow, token)).status, 400);
    assert.ok(await isSignedIn(browser));
    mock.timers.setTime(NOON + 600_000);
    assert.equal((await deliver(flow, late)).status, 200);
    assert.equal(await isSignedIn(browser), false);
  });

  it("a token without jti is refused", async () => {
    await refuse(omit("jti"), /jti/);
    await refuseClaims({ jti: "" }, /jti/);
    await refuseClaims({ jti: 7 }, /jti/);
  });

  it("a token without events is refused [rp-backchannel-rpinitlogout-no-event]", async () => {
    await refuse(omit("events"), /events/);
  });

  it("a token with another event is refused [rp-backchannel-rpinitlogout-wrong-event]", async () => {
    const events = { "http://schemas.openid.net/event/foobar": {} };
    await refuseClaims({ events }, /events/);
  });

  for (const event of [null, "", "x", [], [{}], true, 0]) {
    it(`the event ${JSON.stringify(event)} is no object, and is refused [BCL-04]`, async () => {
      await refuseClaims({ events: { [EVENT]: event } }, /events/);
    });
  }

  it("events that are no object are refused", async () => {
    for (const events of [null, EVENT, [EVENT], [{ [EVENT]: {} }]]) {
      await refuseClaims({ events }, /events/);
    }
  });

  it("an event with members is accepted", async () => {
    await accept({
      claims: (own) => ({ ...own, events: { [EVENT]: { x: 1 }, other: {} } }),
    });
  });

  for (const nonce of ["x", "", null]) {
    it(`a token with the nonce ${JSON.stringify(nonce)} is refused [BCL-05, rp-backchannel-rpinitlogout-with-nonce]`, async () => {
      await refuseClaims({ nonce }, /nonce/);
    });
  }

  it("a token with neither sub nor sid is refused [BCL-03]", async () => {
    const claims = ({ sub: _, sid: __, ...rest }: Claims) => rest;
    await refuse({ claims }, /neither sub nor sid/);
  });

  for (const id of ["", 7, null, {}, ["ada"], "x".repeat(256)]) {
    const name = JSON.stringify(id).slice(0, 12);
    it(`the id ${name} is refused as sub and as sid`, async () => {
      await refuseClaims({ sub: id }, /sub and sid/);
      await refuseClaims({ sid: id }, /sub and sid/);
    });
  }
});

describe("other tokens of the provider", () => {
  it("an ID token is no logout token", async () => {
    const { flow, browser } = await createMember();
    let idToken = "";
    flow.op.faults.tokenResponse = (json) => {
      idToken = String(json.id_token);
      return json;
    };
    await enter(flow, { sub: "ada", sid: "session-2" });
    const { status, text } = await deliver(flow, idToken);
    assert.equal(status, 400);
    assert.match(text, /events/);
    assert.ok(await isSignedIn(browser));
  });

  it("a logout token is no ID token", async () => {
    const { flow } = await createMember();
    flow.op.faults.idToken = { raw: await createToken(flow, {}) };
    await assert.rejects(enter(flow, { sub: "ada" }));
  });
});

describe("a provider with many tenants", () => {
  const toIssuer = (tid: unknown) => `https://login.example/${tid}/v2.0`;
  const entry: Partial<OIDCConfig> = {
    issuerFrom: ({ tid }) => {
      if (typeof tid !== "string") throw new TypeError("no tenant");
      return toIssuer(tid);
    },
  };

  async function createTenant() {
    const flow = await createApp({ entry });
    const toClaims = (tid: string) => (own: Claims): Claims => ({
      ...own,
      tid,
      iss: toIssuer(tid),
    });
    const enterTenant = async (tid: string) => {
      flow.op.faults.idToken = { claims: toClaims(tid) };
      return await enter(flow, { sub: "ada", sid: "session-1" });
    };
    const send = async (fault: IdTokenFault["claims"]) =>
      await deliver(flow, await createToken(flow, { claims: fault }));
    return { flow, enterTenant, toClaims, send };
  }

  it("a token ends the sessions of its own tenant only", async () => {
    const { enterTenant, toClaims, send } = await createTenant();
    const [one, two] = [await enterTenant("one"), await enterTenant("two")];
    assert.equal((await send(toClaims("one"))).status, 200);
    assert.equal(await isSignedIn(one), false);
    assert.ok(await isSignedIn(two));
  });

  it("a token that names another tenant than its claims is refused", async () => {
    const { enterTenant, toClaims, send } = await createTenant();
    const browser = await enterTenant("one");
    const iss = toIssuer("two");
    const answer = await send((own) => ({ ...toClaims("one")(own), iss }));
    assert.equal(answer.status, 400);
    assert.match(answer.text, /another issuer/);
    assert.ok(await isSignedIn(browser));
  });

  it("a token whose tenant is not known is refused, and the log says why", async () => {
    const { flow, enterTenant, send } = await createTenant();
    const browser = await enterTenant("one");
    const answer = await send((own) => own);
    assert.equal(answer.status, 400);
    assert.match(answer.text, /issuerFrom/);
    assert.ok(flow.log.some(({ text }) => text.includes("no tenant")));
    assert.ok(await isSignedIn(browser));
  });
});
