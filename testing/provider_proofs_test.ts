import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import {
  calculateJwkThumbprint,
  decodeJwt,
  EmbeddedJWK,
  jwtVerify,
} from "jose";
import { createDpopKey, createFaultProvider } from "./mod.ts";
import type {
  Claims,
  DpopKey,
  DpopProofOptions,
  FaultProvider,
} from "./mod.ts";

afterEach(() => mock.timers.reset());

const redirectUri = "https://app.example/auth/callback/op";

async function issueCode(
  op: FaultProvider,
  extra: Record<string, string> = {},
): Promise<string> {
  const params = new URLSearchParams({
    client_id: op.clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid",
    ...extra,
  });
  const response = await op.fetch(`${op.issuer}/authorize?${params}`, {
    redirect: "manual",
  });
  const location = new URL(response.headers.get("location") ?? "");
  return location.searchParams.get("code") ?? "";
}

async function redeem(
  op: FaultProvider,
  dpop: string | undefined,
  form: Record<string, string>,
): Promise<{ json: Claims; nonce: string | null }> {
  const response = await op.fetch(`${op.issuer}/token`, {
    method: "POST",
    headers: dpop === undefined ? {} : { dpop },
    body: new URLSearchParams({
      client_id: op.clientId,
      client_secret: op.clientSecret,
      redirect_uri: redirectUri,
      grant_type: "authorization_code",
      ...form,
    }),
  });
  const nonce = response.headers.get("dpop-nonce");
  return { json: await response.json(), nonce };
}

describe("proofs at the test provider", () => {
  it("a proof binds the tokens, and the refresh token needs the same key", async () => {
    const op = await createFaultProvider();
    const [key, other] = [await createDpopKey(), await createDpopKey()];
    const prove = (one: DpopKey) =>
      one.prove({ url: `${op.issuer}/token`, method: "POST" });
    const code = await issueCode(op, { dpop_jkt: key.jkt });
    const { json } = await redeem(op, await prove(key), { code });
    assert.equal(json["token_type"], "DPoP");
    const refresh = async (proof: string | undefined) => {
      const again = await redeem(op, await prove(key), {
        code: await issueCode(op),
      });
      return await redeem(op, proof, {
        grant_type: "refresh_token",
        refresh_token: String(again.json["refresh_token"]),
      });
    };
    assert.equal((await refresh(await prove(key))).json["token_type"], "DPoP");
    for (const proof of [undefined, await prove(other)]) {
      assert.equal((await refresh(proof)).json["error"], "invalid_grant");
    }
  });

  it("a code that names a key needs its proof", async () => {
    const op = await createFaultProvider();
    const [key, other] = [await createDpopKey(), await createDpopKey()];
    const url = `${op.issuer}/token`;
    for (
      const proof of [undefined, await other.prove({ url, method: "POST" })]
    ) {
      const code = await issueCode(op, { dpop_jkt: key.jkt });
      const { json } = await redeem(op, proof, { code });
      assert.equal(json["error"], "invalid_grant");
    }
  });

  it("a wrong proof is refused", async () => {
    mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 0, 1) });
    const op = await createFaultProvider();
    const key = await createDpopKey();
    const now = Date.now() / 1000;
    const right = { url: `${op.issuer}/token`, method: "POST" };
    const wrong: Record<string, Partial<DpopProofOptions>> = {
      "another type": { header: { typ: "JWT" } },
      "the private key": { header: { jwk: key.privateJwk } },
      "a foreign key": {
        header: { jwk: (await createDpopKey()).publicJwk },
      },
      "another signature": { sign: "foreign" },
      "no signature": { sign: "none" },
      "no key": { header: { jwk: undefined } },
      "another method": { method: "GET" },
      "another URL": { url: `${op.issuer}/userinfo` },
      "a URL with a query": { claims: { htu: `${right.url}?a` } },
      "no time": { claims: { iat: undefined } },
      "an old time": { claims: { iat: now - 120 } },
      "a time to come": { claims: { iat: now + 120 } },
      "no id": { claims: { jti: undefined } },
      "the hash of a token": { token: "x" },
    };
    for (const [name, change] of Object.entries(wrong)) {
      const proof = await key.prove({ ...right, ...change });
      const { json } = await redeem(op, proof, { code: await issueCode(op) });
      assert.equal(json["error"], "invalid_dpop_proof", name);
    }
    const used = await key.prove({ ...right, url: `${right.url}?a#b` });
    for (const error of [undefined, "invalid_dpop_proof"]) {
      const { json } = await redeem(op, used, { code: await issueCode(op) });
      assert.equal(json["error"], error);
    }
    const rsa = await (await createDpopKey({ alg: "RS256" })).prove(right);
    const { json } = await redeem(op, rsa, { code: await issueCode(op) });
    assert.equal(json["error"], "invalid_dpop_proof", "another algorithm");
  });

  it("a bound token opens userinfo only with a proof for it", async () => {
    const op = await createFaultProvider();
    const key = await createDpopKey();
    const { json } = await redeem(
      op,
      await key.prove({ url: `${op.issuer}/token`, method: "POST" }),
      { code: await issueCode(op) },
    );
    const token = String(json["access_token"]);
    const url = `${op.issuer}/userinfo`;
    const ask = async (scheme: string, dpop?: string) => {
      const headers = {
        authorization: `${scheme} ${token}`,
        ...(dpop === undefined ? {} : { dpop }),
      };
      return (await op.fetch(url, { headers })).status;
    };
    const prove = (one: DpopKey) => one.prove({ url, token });
    assert.equal(await ask("DPoP", await prove(key)), 200);
    assert.equal(await ask("dpop", await prove(key)), 200);
    assert.equal(await ask("Bearer", await prove(key)), 401);
    assert.equal(await ask("Bearer"), 401);
    assert.equal(await ask("DPoP"), 401);
    assert.equal(await ask("DPoP", await key.prove({ url })), 401);
    assert.equal(await ask("DPoP", await prove(await createDpopKey())), 401);
  });

  it("a required nonce stays, a fresh one changes, and none is ever good enough if they are endless", async () => {
    const op = await createFaultProvider();
    const key = await createDpopKey();
    const send = async (nonce: string | null) => {
      const url = `${op.issuer}/token`;
      const asked = { url, method: "POST", nonce: nonce ?? undefined };
      const proof = await key.prove(asked);
      return await redeem(op, proof, { code: await issueCode(op) });
    };
    op.faults = { dpopNonce: "required" };
    const first = await send(null);
    assert.equal(first.json["error"], "use_dpop_nonce");
    const second = await send(first.nonce);
    assert.equal(second.json["error"], undefined);
    assert.equal(second.nonce, first.nonce);
    op.faults = { dpopNonce: "fresh" };
    const third = await send(second.nonce);
    assert.equal(third.json["error"], undefined);
    assert.notEqual(third.nonce, second.nonce);
    assert.equal((await send(second.nonce)).json["error"], "use_dpop_nonce");
    op.faults = { dpopNonce: "endless" };
    const { nonce } = await send(null);
    assert.equal((await send(nonce)).json["error"], "use_dpop_nonce");
  });
});

describe("createDpopKey()", () => {
  it("makes a key of its own each time, of the algorithm that is asked for", async () => {
    const [one, two] = [await createDpopKey(), await createDpopKey()];
    assert.notEqual(one.jkt, two.jkt);
    assert.equal(one.jkt, await calculateJwkThumbprint(one.publicJwk));
    assert.equal("d" in one.publicJwk, false);
    assert.equal("d" in one.privateJwk, true);
    for (const alg of ["ES256", "EdDSA", "PS256"] as const) {
      const key = await createDpopKey({ alg });
      const proof = await key.prove({ url: "https://api.example/a?b#c" });
      const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK);
      const { jti, iat, ...claims } = payload;
      assert.deepEqual(claims, { htm: "GET", htu: "https://api.example/a" });
      assert.ok(jti && iat);
      assert.deepEqual(protectedHeader, {
        alg,
        typ: "dpop+jwt",
        jwk: key.publicJwk,
      });
    }
  });

  it("a token that is bound to the key has its thumbprint", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    const key = await createDpopKey();
    const token = await op.mintAccessToken({ bind: key });
    assert.deepEqual(decodeJwt(token)["cnf"], { jkt: key.jkt });
  });
});
