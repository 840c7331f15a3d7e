import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  jwtVerify,
} from "jose";
import { createFaultProvider } from "./mod.ts";
import type { Claims, FaultProvider } from "./mod.ts";

afterEach(() => mock.timers.reset());

const audience = "https://api.example.com/mcp";

async function verify(op: FaultProvider, token: string): Promise<Claims> {
  const keys = await (await op.fetch(`${op.issuer}/jwks`)).json();
  const expected = { issuer: op.issuer, typ: "at+jwt" };
  return (await jwtVerify(token, createLocalJWKSet(keys), expected)).payload;
}

describe("access tokens of the test provider", () => {
  for (const alg of ["RS256", "PS256", "ES256", "EdDSA"] as const) {
    it(`are JWTs for an API, signed with ${alg}`, async () => {
      const op = await createFaultProvider({ alg });
      const token = await op.mintAccessToken({ audience, scope: "a b" });
      const { jti, iat, exp, ...claims } = await verify(op, token);
      assert.deepEqual(claims, {
        iss: op.issuer,
        sub: op.user.sub,
        aud: audience,
        client_id: op.clientId,
        scope: "a b",
      });
      assert.equal(Number(exp) - Number(iat), 3600);
      assert.equal(decodeProtectedHeader(token).alg, alg);
      const { jti: next } = decodeJwt(await op.mintAccessToken());
      assert.notEqual(next, jti);
    });

    it(`are signed with ${alg} if asked for, under a published key`, async () => {
      const op = await createFaultProvider({ alg: "ES256" });
      const token = await op.mintAccessToken({ alg });
      assert.equal(decodeProtectedHeader(token).alg, alg);
      await verify(op, token);
    });

    const forged = [
      "foreign",
      "broken",
      "zero",
      "empty",
      "none",
      "hs256-public-key",
      "hs256-client-secret",
    ] as const;
    for (const sign of forged) {
      it(`cannot be verified with ${alg} and the fault ${sign}`, async () => {
        const op = await createFaultProvider({ alg });
        const token = await op.mintAccessToken({ sign });
        assert.equal(token.split(".").length, 3);
        await assert.rejects(verify(op, token));
      });
    }
  }

  it("are signed with the key that a rotation brought", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    const before = await op.mintAccessToken();
    await op.rotateKeys();
    await verify(op, await op.mintAccessToken());
    await assert.rejects(verify(op, before));
  });

  it("name other values, several audiences, or none", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    const named = decodeJwt(
      await op.mintAccessToken({
        audience: [audience, "https://other.example"],
        clientId: "robot",
        subject: "bob",
      }),
    );
    assert.deepEqual(named.aud, [audience, "https://other.example"]);
    assert.deepEqual([named["client_id"], named.sub], ["robot", "bob"]);
    const bare = decodeJwt(
      await op.mintAccessToken({
        audience: null,
        clientId: null,
        subject: null,
      }),
    );
    assert.deepEqual(Object.keys(bare).sort(), ["exp", "iat", "iss", "jti"]);
  });

  it("are valid from and until the time that is asked for", async () => {
    mock.timers.enable({ apis: ["Date"], now: 1_700_000_000_000 });
    const op = await createFaultProvider({ alg: "ES256" });
    const token = await op.mintAccessToken({ expiresIn: 60, notBefore: 30 });
    const { iat, nbf, exp } = decodeJwt(token);
    const now = 1_700_000_000;
    assert.deepEqual([iat, nbf, exp], [now, now + 30, now + 60]);
    const late = decodeJwt(await op.mintAccessToken({ expiresIn: -1 }));
    assert.equal(late.exp, now - 1);
  });

  it("are bound to a key or to a certificate", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    const read = async (bind: { jkt?: string; "x5t#S256"?: string }) =>
      decodeJwt(await op.mintAccessToken({ bind }))["cnf"];
    assert.deepEqual(await read({ jkt: "a" }), { jkt: "a" });
    assert.deepEqual(await read({ "x5t#S256": "b" }), { "x5t#S256": "b" });
  });

  it("have claims and a header as an object or a function makes them", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    const merged = await op.mintAccessToken({
      claims: { acr: "high", jti: undefined },
      header: { typ: "JWT", kid: undefined },
    });
    assert.equal(decodeJwt(merged)["acr"], "high");
    assert.equal(decodeJwt(merged).jti, undefined);
    assert.equal(decodeJwt(merged).iss, op.issuer);
    assert.deepEqual(decodeProtectedHeader(merged), {
      alg: "ES256",
      typ: "JWT",
    });
    const made = await op.mintAccessToken({
      claims: (own) => JSON.stringify(own).replace(/"exp":\d+/, '"exp":1e400'),
      header: (own) => ({ ...own, jwk: op.foreignJwk }),
      sign: "foreign",
    });
    assert.match(atob(made.split(".")[1] ?? ""), /"exp":1e400/);
    assert.deepEqual(decodeProtectedHeader(made).jwk, op.foreignJwk);
  });
});
