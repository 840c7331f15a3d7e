import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
} from "jose";
import type { OIDCConfig } from "@latchkey/auth";
import type { IdTokenFault } from "@latchkey/auth/testing";
import {
  type App,
  approach,
  assertCallbackRefused,
  assertSignedIn,
  createApp,
} from "../../../../testing/app_testkit.ts";
import { endTest } from "../../../../testing/checks_testkit.ts";
import {
  api,
  createOwnApi,
  type OwnApi,
  refuse,
} from "../tokens/own_api_testkit.ts";

afterEach(endTest);

const issuer = "https://issuer.example";
const key = await generateKeyPair("RS256", { extractable: true });
const other = await generateKeyPair("RS256", { extractable: true });
const jwk = { ...await exportJWK(key.publicKey), kid: "1", alg: "RS256" };
const pem = new TextEncoder().encode(await exportSPKI(key.publicKey));

type Change = (claims: JWTPayload) => JWTPayload;

/** A token, and how it is made: its claims, header and key. */
interface Made {
  readonly claims?: Change;
  readonly header?: object;
  readonly key?: Parameters<SignJWT["sign"]>[0];
}

/** Makes a JWT for a client. */
async function make(clientId: string, made: Made): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: issuer, aud: clientId, sub: "user-1", exp: now + 60 };
  const header = { alg: "RS256", kid: "1", ...made.header };
  if (header.alg === "none") {
    const parts = [header, claims].map((part) =>
      btoa(JSON.stringify(part)).replaceAll("=", "")
    );
    return `${parts.join(".")}.`;
  }
  return await new SignJWT({ name: "Ada", ...made.claims?.(claims) ?? claims })
    .setProtectedHeader(header).sign(made.key ?? key.privateKey);
}

/** Makes a site whose provider's profile is a JWT. */
async function createSigned(
  from: "access_token" | "endpoint",
  made: Made,
): Promise<OwnApi> {
  const isToken = from === "access_token";
  const text = () => make(own.flow.op.clientId, made);
  // Keys are cached by URL.
  const keys = `/${crypto.randomUUID()}`;
  const own: OwnApi = await createOwnApi({
    entry: {
      issuer,
      jwks_endpoint: `${api}${keys}`,
      userinfo: isToken ? { from } : `${api}/me`,
    },
    answers: {
      [keys]: () => ({ keys: [jwk] }),
      "/token": async () => ({
        access_token: isToken ? await text() : "opaque",
      }),
      "/me": async () =>
        new Response(await text(), {
          headers: { "content-type": "application/jwt" },
        }),
    },
  });
  own.flow.op.faults.callback = (params) => params.delete("iss");
  return own;
}

const now = () => Math.floor(Date.now() / 1000);
const forged: Readonly<Record<string, Made>> = {
  "another key": { key: other.privateKey },
  "another key under no id": { key: other.privateKey, header: { kid: "2" } },
  "the algorithm none": { header: { alg: "none" } },
  "HS256 with the public key": { header: { alg: "HS256" }, key: pem },
  "another issuer": { claims: (all) => ({ ...all, iss: `${issuer}.evil` }) },
  "another audience": { claims: (all) => ({ ...all, aud: "other" }) },
  "a list of other audiences": { claims: (all) => ({ ...all, aud: ["x"] }) },
};

describe("the profile in a signed userinfo answer", () => {
  const fine: Readonly<Record<string, Made>> = {
    "all claims": {},
    "neither issuer nor audience": {
      claims: ({ sub }) => ({ sub: sub ?? "" }),
    },
  };
  for (const [name, made] of Object.entries(fine)) {
    it(`one with ${name} signs in`, async () => {
      const own = await createSigned("endpoint", made);
      await assertSignedIn(own.flow);
      assert.equal(own.seen[0]?.account.providerAccountId, "user-1");
    });
  }

  for (const [name, made] of Object.entries(forged)) {
    it(`one with ${name} is refused`, async () => {
      const own = await createSigned("endpoint", made);
      await refuse(own, { log: /The userinfo of provider "op" was refused/ });
    });
  }
});

describe("the profile in an access token that is a JWT", () => {
  const toTyped = (typ: string): Made => ({ header: { typ } });
  const fine: Readonly<Record<string, Made>> = {
    "all claims": {},
    "the type JWT": toTyped("JWT"),
    "the type at+jwt": toTyped("at+jwt"),
    "the type application/at+jwt": toTyped("application/at+jwt"),
    "several audiences": {
      claims: (all) => ({ ...all, aud: ["api", String(all.aud)] }),
    },
    "its issuer without the scheme": {
      claims: (all) => ({ ...all, iss: "issuer.example" }),
    },
    "nbf in the past": { claims: (all) => ({ ...all, nbf: now() - 5 }) },
  };
  for (const [name, made] of Object.entries(fine)) {
    it(`one with ${name} signs in`, async () => {
      const own = await createSigned("access_token", made);
      await assertSignedIn(own.flow);
      assert.equal(own.seen[0]?.profile.name, "Ada");
    });
  }

  const refused: Readonly<Record<string, Made>> = {
    ...forged,
    "no issuer": {
      claims: ({ iss: _, ...all }) => all,
    },
    "no audience": { claims: ({ aud: _, ...all }) => all },
    "no expiry": { claims: ({ exp: _, ...all }) => all },
    "an expiry in the past": {
      claims: (all) => ({ ...all, exp: now() - 600 }),
    },
    "an expiry that is no number": {
      claims: (all) => ({ ...all, exp: "never" } as unknown as JWTPayload),
    },
    "nbf in the future": { claims: (all) => ({ ...all, nbf: now() + 600 }) },
    "the issuer of a subdomain": {
      claims: (all) => ({ ...all, iss: "evil.issuer.example" }),
    },
    "the type logout+jwt": toTyped("logout+jwt"),
    "the type secevent+jwt": toTyped("secevent+jwt"),
    "the type dpop+jwt": toTyped("dpop+jwt"),
  };
  for (const [name, made] of Object.entries(refused)) {
    it(`one with ${name} is refused`, async () => {
      const own = await createSigned("access_token", made);
      await refuse(own, {
        log: /The access token of provider "op" was refused/,
      });
    });
  }

  it("one that is no JWT is refused", async () => {
    const own = await createOwnApi({
      entry: {
        issuer,
        jwks_endpoint: `${api}/jwks`,
        userinfo: { from: "access_token" },
      },
      answers: { "/jwks": () => ({ keys: [jwk] }) },
    });
    own.flow.op.faults.callback = (params) => params.delete("iss");
    await refuse(own, { log: /signature does not verify/ });
  });
});

describe("ID tokens that are signed with the client secret", () => {
  const createHmac = (entry: Partial<OIDCConfig>, fault: IdTokenFault) =>
    createApp({ entry, op: { alg: "RS256" } }).then((flow) => {
      flow.op.faults.idToken = fault;
      return flow;
    });
  const assertNotIn = async (flow: App, log: RegExp) => {
    const browser = flow.createBrowser();
    const url = await approach(browser);
    const refusal = { error: "OAuthCallbackError", log };
    await assertCallbackRefused(flow, browser, url, refusal);
  };
  const secret: IdTokenFault = { sign: "hs256-client-secret" };

  it("they sign in if the definition says HS256", async () => {
    await assertSignedIn(await createHmac({ idTokenAlg: "HS256" }, secret));
  });

  it("they are refused if the definition says nothing, or the metadata lists HS256", async () => {
    await assertNotIn(await createHmac({}, secret), /failed a check/);
    const flow = await createHmac({}, secret);
    flow.op.faults.discovery = {
      body: (json) => ({
        ...json,
        id_token_signing_alg_values_supported: ["HS256", "RS256"],
      }),
    };
    await assertNotIn(flow, /signature does not verify/);
  });

  const wrong: Readonly<Record<string, IdTokenFault>> = {
    "RS256, with the provider's own key": {},
    "the algorithm none": { sign: "none" },
    "HS256 with the public key": { sign: "hs256-public-key" },
    "an empty signature": { sign: "empty" },
    "HS512": { ...secret, header: (all) => ({ ...all, alg: "HS512" }) },
  };
  for (const [name, fault] of Object.entries(wrong)) {
    it(`a token with ${name} is refused`, async () => {
      const flow = await createHmac({ idTokenAlg: "HS256" }, fault);
      await assertNotIn(flow, /failed a check|does not verify/);
      assert.equal(flow.op.count("userinfo"), 0);
    });
  }

  it("userinfo about another subject is still refused", async () => {
    const flow = await createHmac(
      { idTokenAlg: "HS256", idToken: false },
      secret,
    );
    flow.op.faults.userinfo = { body: (json) => ({ ...json, sub: "user-2" }) };
    await assertNotIn(flow, /another subject than the ID token/);
  });
});
