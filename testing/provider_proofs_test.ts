import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  type JWTHeaderParameters,
  SignJWT,
} from "jose";
import { createFaultProvider } from "./mod.ts";
import type { Claims, FaultProvider } from "./mod.ts";

afterEach(() => mock.timers.reset());

const redirectUri = "https://app.example/auth/callback/op";

async function createKey(alg = "ES256") {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  const { d: secret, ...jwk } = await exportJWK(privateKey);
  return { alg, privateKey, jwk, secret };
}

type Key = Awaited<ReturnType<typeof createKey>>;

/** Changes of a correct proof. */
interface Bend {
  readonly header?: Claims;
  readonly claims?: Claims;
}

async function createProof(
  { alg, privateKey, jwk }: Key,
  { header, claims }: Bend = {},
): Promise<string> {
  const iat = Math.floor(Date.now() / 1000);
  const jti = crypto.randomUUID();
  return await new SignJWT({ htm: "POST", iat, jti, ...claims })
    .setProtectedHeader(
      { alg, typ: "dpop+jwt", jwk, ...header } as JWTHeaderParameters,
    )
    .sign(privateKey);
}

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
    const [key, other] = [await createKey(), await createKey()];
    const claims = { htu: `${op.issuer}/token` };
    const prove = (one: Key) => createProof(one, { claims });
    const code = await issueCode(op, {
      dpop_jkt: await calculateJwkThumbprint(key.jwk),
    });
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
    const [key, other] = [await createKey(), await createKey()];
    const claims = { htu: `${op.issuer}/token` };
    const dpop_jkt = await calculateJwkThumbprint(key.jwk);
    for (const proof of [undefined, await createProof(other, { claims })]) {
      const code = await issueCode(op, { dpop_jkt });
      const { json } = await redeem(op, proof, { code });
      assert.equal(json["error"], "invalid_grant");
    }
  });

  it("a wrong proof is refused", async () => {
    mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 0, 1) });
    const op = await createFaultProvider();
    const key = await createKey();
    const now = Date.now() / 1000;
    const htu = `${op.issuer}/token`;
    const wrong: Record<string, Bend> = {
      "another type": { header: { typ: "JWT" } },
      "the private key": { header: { jwk: { ...key.jwk, d: key.secret } } },
      "a foreign key": { header: { jwk: (await createKey()).jwk } },
      "no key": { header: { jwk: undefined } },
      "another method": { claims: { htm: "GET" } },
      "another URL": { claims: { htu: `${op.issuer}/userinfo` } },
      "a URL with a query": { claims: { htu: `${htu}?a` } },
      "no time": { claims: { iat: undefined } },
      "an old time": { claims: { iat: now - 120 } },
      "a time to come": { claims: { iat: now + 120 } },
      "no id": { claims: { jti: undefined } },
      "the hash of a token": { claims: { ath: "x" } },
    };
    for (const [name, { header, claims }] of Object.entries(wrong)) {
      const bend = { header: header ?? {}, claims: { htu, ...claims } };
      const proof = await createProof(key, bend);
      const { json } = await redeem(op, proof, { code: await issueCode(op) });
      assert.equal(json["error"], "invalid_dpop_proof", name);
    }
    const used = await createProof(key, { claims: { htu } });
    for (const error of [undefined, "invalid_dpop_proof"]) {
      const { json } = await redeem(op, used, { code: await issueCode(op) });
      assert.equal(json["error"], error);
    }
    const rsa = await createProof(await createKey("RS256"), {
      claims: { htu },
    });
    const { json } = await redeem(op, rsa, { code: await issueCode(op) });
    assert.equal(json["error"], "invalid_dpop_proof", "another algorithm");
  });

  it("a bound token opens userinfo only with a proof for it", async () => {
    const op = await createFaultProvider();
    const key = await createKey();
    const { json } = await redeem(
      op,
      await createProof(key, { claims: { htu: `${op.issuer}/token` } }),
      { code: await issueCode(op) },
    );
    const token = String(json["access_token"]);
    const bytes = new TextEncoder().encode(token);
    const digest = await crypto.subtle.digest("SHA-256", bytes);
    const ath = btoa(String.fromCharCode(...new Uint8Array(digest)))
      .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    const ask = async (scheme: string, one: Key | null, claims: Claims) => {
      const htu = `${op.issuer}/userinfo`;
      const proof = one &&
        await createProof(one, { claims: { htm: "GET", htu, ...claims } });
      const response = await op.fetch(htu, {
        headers: {
          authorization: `${scheme} ${token}`,
          ...(proof === null ? {} : { dpop: proof }),
        },
      });
      return response.status;
    };
    assert.equal(await ask("DPoP", key, { ath }), 200);
    assert.equal(await ask("dpop", key, { ath }), 200);
    assert.equal(await ask("Bearer", key, { ath }), 401);
    assert.equal(await ask("Bearer", null, {}), 401);
    assert.equal(await ask("DPoP", null, {}), 401);
    assert.equal(await ask("DPoP", key, {}), 401);
    assert.equal(await ask("DPoP", await createKey(), { ath }), 401);
  });

  it("a required nonce stays, a fresh one changes, and none is ever good enough if they are endless", async () => {
    const op = await createFaultProvider();
    const key = await createKey();
    const send = async (nonce: string | null) => {
      const claims = { htu: `${op.issuer}/token`, ...(nonce && { nonce }) };
      const proof = await createProof(key, { claims });
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
