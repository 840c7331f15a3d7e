import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { createDpopKey, createFaultProvider } from "./mod.ts";
import type { Claims, DpopKey, FaultProvider } from "./mod.ts";
import { introspect, sendForm, signIn } from "./provider_testkit.ts";

const TYPES = "urn:ietf:params:oauth:token-type:";
const next = "https://next.example";

function readClaims(json: Claims): Claims {
  return decodeJwt(String(json["access_token"]));
}

async function askWithProof(
  op: FaultProvider,
  key: DpopKey,
  fields: Record<string, string>,
): Promise<Claims> {
  const url = `${op.issuer}/token`;
  const response = await op.fetch(url, {
    method: "POST",
    headers: { dpop: await key.prove({ url, method: "POST" }) },
    body: new URLSearchParams({
      client_id: op.clientId,
      client_secret: op.clientSecret,
      ...fields,
    }),
  });
  return await response.json();
}

describe("client credentials at the test provider", () => {
  const ask = (op: FaultProvider, fields: Record<string, string>) =>
    sendForm(op, "token", { grant_type: "client_credentials", ...fields });

  it("give the client a token of its own, for the API that it names", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    const { json } = await ask(op, { resource: next, scope: "a b" });
    const { access_token: token, ...others } = json;
    assert.deepEqual(others, {
      token_type: "Bearer",
      expires_in: 3600,
      scope: "a b",
    });
    assert.equal(decodeProtectedHeader(String(token)).typ, "at+jwt");
    const claims = readClaims(json);
    assert.deepEqual([claims["sub"], claims["client_id"]], [
      op.clientId,
      op.clientId,
    ]);
    assert.deepEqual([claims["aud"], claims["scope"]], [next, "a b"]);
    assert.equal((await introspect(op, String(token)))["active"], true);
  });

  it("give a token for the default API, for several, or none for a wrong URL", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    const bare = readClaims((await ask(op, {})).json);
    assert.equal(bare["aud"], "https://api.example.com");
    assert.equal(bare["scope"], undefined);
    const several = await sendForm(op, "token", [
      ["grant_type", "client_credentials"],
      ["resource", next],
      ["audience", "orders"],
    ]);
    assert.deepEqual(readClaims(several.json)["aud"], [next, "orders"]);
    for (const resource of ["orders", `${next}#a`]) {
      const { status, json } = await ask(op, { resource });
      assert.deepEqual([status, json["error"]], [400, "invalid_target"]);
    }
  });

  it("bind the token to the key of a proof", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    const key = await createDpopKey();
    const json = await askWithProof(op, key, {
      grant_type: "client_credentials",
    });
    assert.equal(json["token_type"], "DPoP");
    assert.deepEqual(readClaims(json)["cnf"], { jkt: key.jkt });
  });

  it("can be opaque, have faults, and need the client's secret", async () => {
    const op = await createFaultProvider({
      alg: "ES256",
      accessTokens: "opaque",
    });
    const { json } = await ask(op, {});
    assert.match(String(json["access_token"]), /^at-/);
    op.faults.tokenResponse = (own) => ({ ...own, token_type: "mac" });
    assert.equal((await ask(op, {})).json["token_type"], "mac");
    op.faults.token = [{ error: "invalid_scope" }];
    assert.equal((await ask(op, {})).json["error"], "invalid_scope");
    const body = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: op.clientId,
      client_secret: "wrong",
    });
    const init = { method: "POST", body };
    assert.equal((await op.fetch(`${op.issuer}/token`, init)).status, 401);
    assert.equal(op.count("token"), 4);
  });

  it("are in the metadata", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    const url = `${op.issuer}/.well-known/openid-configuration`;
    const metadata = await (await op.fetch(url)).json();
    assert.deepEqual(metadata.grant_types_supported, [
      "authorization_code",
      "refresh_token",
      "client_credentials",
      "urn:ietf:params:oauth:grant-type:token-exchange",
      "urn:ietf:params:oauth:grant-type:jwt-bearer",
    ]);
  });
});

describe("token exchange at the test provider", () => {
  const exchange = (op: FaultProvider, fields: Record<string, string>) =>
    sendForm(op, "token", {
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      subject_token_type: `${TYPES}access_token`,
      ...fields,
    });

  it("gives a token of the same user for another API", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    const subject_token = await op.mintAccessToken({
      subject: "bob",
      clientId: "spa",
      scope: "a b",
    });
    const { json } = await exchange(op, { subject_token, audience: "orders" });
    assert.equal(json["issued_token_type"], `${TYPES}access_token`);
    assert.equal(json["scope"], "a b");
    const claims = readClaims(json);
    assert.deepEqual([claims["sub"], claims["client_id"]], [
      "bob",
      op.clientId,
    ]);
    assert.equal(claims["aud"], "orders");
    assert.equal(claims["act"], undefined);
    const asked = { subject_token, resource: next, scope: "orders:read" };
    const narrow = readClaims((await exchange(op, asked)).json);
    assert.deepEqual([narrow["aud"], narrow["scope"]], [next, "orders:read"]);
  });

  it("exchanges opaque tokens, those of sign-ins among them", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    const tokens = [
      await op.mintAccessToken({ opaque: true }),
      (await signIn(op))["access_token"] ?? "",
    ];
    for (const subject_token of tokens) {
      const { json } = await exchange(op, {
        subject_token,
        requested_token_type: `${TYPES}jwt`,
      });
      assert.equal(json["issued_token_type"], `${TYPES}jwt`);
      assert.equal(readClaims(json)["sub"], op.user.sub);
    }
  });

  it("names the actor, and before it those who acted earlier", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    const act = async (subject_token: string, sub: string) => {
      const { json } = await exchange(op, {
        subject_token,
        actor_token: await op.mintAccessToken({ subject: sub }),
        actor_token_type: `${TYPES}jwt`,
      });
      return json;
    };
    const first = await act(await op.mintAccessToken({ subject: "bob" }), "a");
    assert.deepEqual(readClaims(first)["act"], { sub: "a" });
    const second = await act(String(first["access_token"]), "b");
    const chain = { sub: "b", act: { sub: "a" } };
    assert.deepEqual(readClaims(second)["act"], chain);
    const subject_token = String(second["access_token"]);
    const { json } = await exchange(op, { subject_token });
    assert.deepEqual(readClaims(json)["act"], chain);
  });

  it("lets only the actor act that the token names", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    const subject_token = await op.mintAccessToken({
      claims: { may_act: { sub: "robot" } },
    });
    const act = async (subject: string) => {
      const { status } = await exchange(op, {
        subject_token,
        actor_token: await op.mintAccessToken({ subject }),
        actor_token_type: `${TYPES}access_token`,
      });
      return status;
    };
    assert.equal(await act("robot"), 200);
    assert.equal((await exchange(op, { subject_token })).status, 200);
    assert.equal(await act("other"), 400);
  });

  it("refuses tokens and types that it does not know", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    const subject_token = await op.mintAccessToken();
    const actor_token = await op.mintAccessToken();
    const wrong: Record<string, string>[] = [
      {},
      { subject_token: "at-unknown" },
      { subject_token: await op.mintAccessToken({ sign: "foreign" }) },
      { subject_token: await op.mintAccessToken({ expiresIn: -1 }) },
      { subject_token, subject_token_type: `${TYPES}saml2` },
      { subject_token, requested_token_type: `${TYPES}saml2` },
      { subject_token, actor_token },
      { subject_token, actor_token_type: `${TYPES}jwt` },
      {
        subject_token,
        actor_token: "at-unknown",
        actor_token_type: `${TYPES}jwt`,
      },
    ];
    for (const fields of wrong) {
      const { status, json } = await exchange(op, fields);
      const text = JSON.stringify(fields);
      assert.deepEqual([status, json["error"]], [400, "invalid_request"], text);
    }
    const { json } = await exchange(op, { subject_token, resource: "orders" });
    assert.equal(json["error"], "invalid_target");
  });
});

describe("tokens on behalf of a user at the test provider", () => {
  const ask = (op: FaultProvider, fields: Record<string, string>) =>
    sendForm(op, "token", {
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      requested_token_use: "on_behalf_of",
      ...fields,
    });

  it("are for the API and the scopes that `scope` names", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    const assertion = await op.mintAccessToken({ subject: "bob", scope: "a" });
    const scope =
      "https://graph.microsoft.com/User.Read https://graph.microsoft.com/Mail.Read offline_access";
    const { json } = await ask(op, { assertion, scope });
    assert.equal(json["scope"], scope);
    const claims = readClaims(json);
    assert.equal(claims["sub"], "bob");
    assert.equal(claims["aud"], "https://graph.microsoft.com");
    assert.equal(claims["scope"], "User.Read Mail.Read");
    const all = await ask(op, { assertion, scope: "api://orders/.default" });
    const { aud, scope: given } = readClaims(all.json);
    assert.deepEqual([aud, given], ["api://orders", "a"]);
  });

  it("are bound to the key of a proof", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    const key = await createDpopKey();
    const json = await askWithProof(op, key, {
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      requested_token_use: "on_behalf_of",
      assertion: await op.mintAccessToken(),
      scope: "api://orders/.default",
    });
    assert.equal(json["token_type"], "DPoP");
    assert.deepEqual(readClaims(json)["cnf"], { jkt: key.jkt });
  });

  it("need an active token, an API, and the parameter that says so", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    const assertion = await op.mintAccessToken();
    const scope = "api://orders/.default";
    const refused: [Record<string, string>, string][] = [
      [{ assertion: "a.b.c", scope }, "invalid_grant"],
      [{ scope }, "invalid_grant"],
      [{ assertion }, "invalid_scope"],
      [{ assertion, scope: "openid" }, "invalid_scope"],
      [
        { assertion, scope, requested_token_use: "" },
        "unsupported_grant_type",
      ],
    ];
    for (const [fields, error] of refused) {
      const { status, json } = await ask(op, fields);
      assert.deepEqual([status, json["error"]], [400, error]);
    }
  });
});
