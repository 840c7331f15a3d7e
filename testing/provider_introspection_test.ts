import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { createDpopKey, createFaultProvider } from "./mod.ts";
import type { FaultProvider } from "./mod.ts";
import { introspect, redeem, sendForm, signIn } from "./provider_testkit.ts";

afterEach(() => mock.timers.reset());

describe("the introspection endpoint of the test provider", () => {
  it("tells what a token of a sign-in stands for", async () => {
    mock.timers.enable({ apis: ["Date"], now: 1_700_000_000_000 });
    const op = await createFaultProvider({
      alg: "ES256",
      audience: "https://api.example.com/mcp",
    });
    const { access_token } = await signIn(op);
    assert.match(access_token ?? "", /^at-/);
    const now = 1_700_000_000;
    const { jti, ...told } = await introspect(op, access_token);
    assert.equal(typeof jti, "string");
    assert.deepEqual(told, {
      active: true,
      token_type: "Bearer",
      iss: op.issuer,
      sub: op.user.sub,
      aud: "https://api.example.com/mcp",
      client_id: op.clientId,
      scope: "openid profile email",
      iat: now,
      exp: now + 3600,
      auth_time: now,
    });
    mock.timers.tick(3_600_000);
    assert.deepEqual(await introspect(op, access_token), { active: false });
  });

  it("knows the API that a sign-in asked for", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    const resource = "https://api.example.com/mcp";
    const { access_token, refresh_token = "" } = await signIn(op, { resource });
    assert.equal((await introspect(op, access_token))["aud"], resource);
    const refresh = async (fields: Record<string, string>, token: string) => {
      const asked = { grant_type: "refresh_token", refresh_token: token };
      return await (await redeem(op, "", { ...asked, ...fields })).json();
    };
    const other = "https://other.example";
    const second = await refresh({ resource: other }, refresh_token);
    assert.equal((await introspect(op, second.access_token))["aud"], other);
    const third = await refresh({}, second.refresh_token);
    assert.equal((await introspect(op, third.access_token))["aud"], resource);
  });

  it("tells of a refresh token no API and no type", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    const { refresh_token } = await signIn(op);
    assert.deepEqual(await introspect(op, refresh_token), {
      active: true,
      iss: op.issuer,
      sub: op.user.sub,
      client_id: op.clientId,
      scope: "openid profile email",
    });
  });

  it("explains opaque tokens and JWTs, and tells what they are bound to", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    const key = await createDpopKey();
    for (const opaque of [true, false]) {
      const token = await op.mintAccessToken({
        opaque,
        bind: key,
        scope: "a",
        claims: { acr: "high" },
      });
      assert.equal(token.includes("."), !opaque);
      const told = await introspect(op, token);
      assert.equal(told["active"], true);
      assert.equal(told["token_type"], "DPoP");
      assert.deepEqual(told["cnf"], { jkt: key.jkt });
      assert.deepEqual([told["scope"], told["acr"]], ["a", "high"]);
    }
  });

  it("knows no token that is forged, over, not yet valid, revoked or unknown", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    const revoked = await op.mintAccessToken();
    assert.equal((await introspect(op, revoked))["active"], true);
    op.revokeAccessToken(revoked);
    const ofUser = (await signIn(op))["access_token"] ?? "";
    op.revokeAccessToken(ofUser);
    const tokens = [
      revoked,
      ofUser,
      await op.mintAccessToken({ sign: "foreign" }),
      await op.mintAccessToken({ expiresIn: 0 }),
      await op.mintAccessToken({ notBefore: 60, opaque: true }),
      await op.mintAccessToken({ claims: (own) => JSON.stringify(own) }),
      "at-unknown",
    ];
    for (const token of tokens) {
      assert.deepEqual(await introspect(op, token), { active: false });
    }
    const headers = { authorization: `Bearer ${ofUser}` };
    const userinfo = await op.fetch(`${op.issuer}/userinfo`, { headers });
    assert.equal(userinfo.status, 401);
  });

  it("knows a token from its first second", async () => {
    mock.timers.enable({ apis: ["Date"], now: 1_700_000_000_000 });
    const op = await createFaultProvider({ alg: "ES256" });
    const token = await op.mintAccessToken({ notBefore: 0 });
    assert.equal((await introspect(op, token))["active"], true);
  });

  it("answers only a client that proves who it is, even if it is public elsewhere", async () => {
    for (const clientAuth of ["any", "none"] as const) {
      const op = await createFaultProvider({ alg: "ES256", clientAuth });
      const token = await op.mintAccessToken();
      const send = async (fields: Record<string, string>) => {
        const body = new URLSearchParams({ token, ...fields });
        const url = `${op.issuer}/introspection`;
        return (await op.fetch(url, { method: "POST", body })).status;
      };
      const client_id = op.clientId;
      assert.equal(await send({}), 401);
      assert.equal(await send({ client_id }), 401);
      assert.equal(await send({ client_id, client_secret: "wrong" }), 401);
      const client_secret = op.clientSecret;
      assert.equal(await send({ client_id, client_secret }), 200);
      assert.equal((await introspect(op, token))["active"], true);
    }
  });

  it("is in the metadata, is counted, and has faults as the others do", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    const url = `${op.issuer}/.well-known/openid-configuration`;
    const metadata = await (await op.fetch(url)).json();
    assert.equal(metadata.introspection_endpoint, `${op.issuer}/introspection`);
    const token = await op.mintAccessToken();
    op.faults.introspection = [
      { body: (json) => ({ ...json, active: "true" }) },
      { error: "temporarily_unavailable" },
    ];
    assert.equal((await introspect(op, token))["active"], "true");
    assert.deepEqual(await ask(op, token), [400, "temporarily_unavailable"]);
    assert.deepEqual(await ask(op, ""), [400, "invalid_request"]);
    const introspection = `${op.issuer}/introspection`;
    const json = { method: "POST", body: JSON.stringify({ token }) };
    for (const init of [{}, json]) {
      assert.equal((await op.fetch(introspection, init)).status, 400);
    }
    assert.equal(op.count("introspection"), 5);
  });
});

async function ask(op: FaultProvider, token: string) {
  const { status, json } = await sendForm(op, "introspection", { token });
  return [status, json["error"]];
}

describe("access tokens of sign-ins", () => {
  it("are JWTs if the provider says so, with the faults of its switch", async () => {
    const op = await createFaultProvider({ alg: "ES256", accessTokens: "jwt" });
    const { access_token = "" } = await signIn(op);
    assert.equal(access_token.split(".").length, 3);
    const headers = { authorization: `Bearer ${access_token}` };
    const userinfo = await op.fetch(`${op.issuer}/userinfo`, { headers });
    assert.equal(userinfo.status, 200);
    op.faults.accessToken = { claims: { aud: "https://other.example" } };
    const other = (await signIn(op))["access_token"];
    const told = await introspect(op, other);
    assert.equal(told["aud"], "https://other.example");
    op.faults.accessToken = { sign: "foreign" };
    const forged = (await signIn(op))["access_token"];
    assert.deepEqual(await introspect(op, forged), { active: false });
    op.faults.accessToken = { raw: null };
    assert.equal("access_token" in await signIn(op), false);
  });
});
