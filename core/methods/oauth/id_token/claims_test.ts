import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import type { Claims, FaultSwitches } from "@latchkey/auth/testing";
import {
  type App,
  type AppOptions,
  approach,
  assertCallbackRefused,
  assertSignedIn,
  createApp,
} from "../../../../testing/app_testkit.ts";
import { endTest } from "../../../../testing/checks_testkit.ts";

afterEach(endTest);

/** Signs in with a fault and asserts that it is refused. */
async function refuse(
  faults: FaultSwitches,
  options: AppOptions = {},
  log?: RegExp,
): Promise<App> {
  const op = { alg: "RS256", ...options.op } as const;
  const flow = await createApp({ ...options, op });
  Object.assign(flow.op.faults, faults);
  const browser = flow.createBrowser();
  const callbackUrl = await approach(browser, { target: "/after" });
  await assertCallbackRefused(flow, browser, callbackUrl, {
    error: "OAuthCallbackError",
    target: "https://app.example/after",
    ...(log === undefined ? {} : { log }),
  });
  assert.equal(flow.op.count("token"), 1);
  return flow;
}

/** Does the same with claims that are changed before signing; `undefined` removes one. */
function refuseClaims(changes: Claims, log?: RegExp): Promise<App> {
  const claims = (right: Claims) => ({ ...right, ...changes });
  return refuse({ idToken: { claims } }, {}, log);
}

/** Does the same with claims as text, for what JSON.stringify cannot produce. */
function refuseText(bend: (json: string) => string): Promise<App> {
  const claims = (right: Claims) => bend(JSON.stringify(right));
  return refuse({ idToken: { claims } });
}

/** Does the same with another protected header, correctly signed. */
function refuseHeader(changes: Claims): Promise<App> {
  const header = (right: Claims) => ({ ...right, ...changes });
  return refuse({ idToken: { header } });
}

const now = () => Math.floor(Date.now() / 1000);

/** Signs in with claims that are accepted, so that the refusals have no other reason. */
async function accept(
  bend: (right: Claims) => Claims,
  options: AppOptions = {},
): Promise<void> {
  const flow = await createApp(options);
  flow.op.faults.idToken = { claims: bend };
  await assertSignedIn(flow);
}

describe("signature of the ID token", () => {
  for (const alg of ["RS256", "ES256", "PS256", "EdDSA"] as const) {
    it(`an ID token signed with ${alg.toLowerCase()} signs in (-idtoken-sig-${alg.toLowerCase()})`, async () => {
      await assertSignedIn(await createApp({ op: { alg } }));
    });
  }

  it("an unsigned ID token is refused (-idtoken-sig-none)", async () => {
    await refuse({ idToken: { sign: "none" } });
  });

  it("an unsigned ID token is refused even if metadata and client ask for it (-idtoken-sig-none)", async () => {
    const discovery = {
      body: (json: Claims) => ({
        ...json,
        id_token_signing_alg_values_supported: ["none", "RS256"],
      }),
    };
    await refuse({ discovery, idToken: { sign: "none" } });
    await refuse({ discovery, idToken: { sign: "none" } }, {
      entry: { client: { id_token_signed_response_alg: "none" } },
    });
  });

  it("a wrong RS256 signature is refused (-invalid-sig-rs256)", async () => {
    await refuse({ idToken: { sign: "broken" } });
  });

  it("a wrong ES256 signature is refused (-invalid-sig-es256)", async () => {
    await refuse({ idToken: { sign: "broken" } }, { op: { alg: "ES256" } });
  });

  it("a wrong HS256 signature is refused (-invalid-sig-hs256)", async () => {
    const broken = (token: string) => `${token.slice(0, -8)}AAAAAAAA`;
    await refuse({
      discovery: { body: withAlgorithms("HS256") },
      idToken: { sign: "hs256-client-secret" },
      tokenResponse: (json) => ({
        ...json,
        id_token: broken(String(json["id_token"])),
      }),
    });
  });

  it("a foreign key under the real kid is refused [X01]", async () => {
    await refuse({ idToken: { sign: "foreign" } }, {}, /signature/);
  });

  it("a foreign key is refused for every algorithm [X01]", async () => {
    for (const alg of ["ES256", "PS256", "EdDSA"] as const) {
      await refuse({ idToken: { sign: "foreign" } }, { op: { alg } });
    }
  });

  for (const part of ["", "AAAA"]) {
    it(`the signature "${part}" is refused [X02]`, async () => {
      const cut = (token: string) => token.replace(/[^.]*$/, part);
      await refuse({
        tokenResponse: (json) => ({
          ...json,
          id_token: cut(String(json["id_token"])),
        }),
      });
    });
  }

  it("an RS256 header without a signature is refused [X02]", async () => {
    await refuse({ idToken: { sign: "empty" } });
  });

  for (const sign of ["hs256-public-key", "hs256-client-secret"] as const) {
    it(`a token signed with ${sign} is refused [X03]`, async () => {
      await refuse({ idToken: { sign } });
    });

    it(`a token signed with ${sign} is refused even if the metadata offers HS256 [X03]`, async () => {
      const discovery = { body: withAlgorithms("HS256", "RS256") };
      await refuse({ discovery, idToken: { sign } });
    });

    it(`a token signed with ${sign} is refused even if the client is registered for HS256 [X03]`, async () => {
      await refuse({ idToken: { sign } }, {
        entry: { client: { id_token_signed_response_alg: "HS256" } },
      });
    });
  }

  it("an algorithm other than the registered one is refused [X03]", async () => {
    await refuse({}, {
      entry: { client: { id_token_signed_response_alg: "PS256" } },
    });
  });

  for (const name of ["jwk", "jku", "x5u", "x5c"]) {
    it(`a key in the header ${name} is ignored [X04]`, async () => {
      const flow = await createApp();
      const { foreignJwk, issuer } = flow.op;
      const values: Claims = {
        jwk: foreignJwk,
        jku: `${issuer}/evil`,
        x5u: `${issuer}/evil`,
        x5c: ["MIIB"],
      };
      flow.op.faults.idToken = {
        sign: "foreign",
        header: ({ kid: _, ...right }) => ({ ...right, [name]: values[name] }),
      };
      const browser = flow.createBrowser();
      await assertCallbackRefused(flow, browser, await approach(browser), {
        error: "OAuthCallbackError",
      });
      assert.equal(flow.op.count("other"), 0);
    });
  }

  it("a token without kid is checked with the only key (-kid-absent-single-jwks)", async () => {
    await assertSignedIn(await createApp({ op: { kid: false } }));
  });

  it("a token without kid that a foreign key signed is refused (-kid-absent-single-jwks)", async () => {
    await refuse({ idToken: { sign: "foreign" } }, { op: { kid: false } });
  });

  it("a token without kid is refused unless one of several keys fits (-kid-absent-multiple-jwks)", async () => {
    const flow = await createApp({ op: { kid: false } });
    await flow.op.extraKeys(2);
    const browser = flow.createBrowser();
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "OAuthCallbackError",
    });
  });

  it("an ID token in five parts, or in two, is refused [X13]", async () => {
    await refuse({ idToken: { raw: "a.b.c.d.e" } });
    await refuse({ idToken: { raw: "eyJhbGciOiJub25lIn0.e30" } });
  });

  it("a header that requires an extension is refused [X13]", async () => {
    await refuseHeader({ crit: ["b64"], b64: false });
  });
});

function withAlgorithms(...algorithms: string[]): (json: Claims) => Claims {
  return (json) => ({
    ...json,
    id_token_signing_alg_values_supported: algorithms,
  });
}

describe("claims of the ID token", () => {
  it("a wrong iss is refused (-invalid-iss)", async () => {
    const claims = (right: Claims) => ({ ...right, iss: `${right["iss"]}1` });
    await refuse({ idToken: { claims } });
  });

  it("an iss with a slash appended is another issuer (-invalid-iss)", async () => {
    const claims = (right: Claims) => ({ ...right, iss: `${right["iss"]}/` });
    await refuse({ idToken: { claims } });
  });

  it("a missing sub is refused (-missing-sub)", async () => {
    await refuseClaims({ sub: undefined });
  });

  it("a wrong aud is refused (-invalid-aud)", async () => {
    const claims = (right: Claims) => ({ ...right, aud: `${right["aud"]}1` });
    await refuse({ idToken: { claims } });
  });

  it("a missing aud is refused (-missing-aud)", async () => {
    await refuseClaims({ aud: undefined });
    await refuseClaims({ aud: [] });
  });

  it("a missing iat is refused (-missing-iat)", async () => {
    await refuseClaims({ iat: undefined });
  });

  it("a wrong nonce is refused (-nonce-invalid)", async () => {
    const claims = (right: Claims) => ({
      ...right,
      nonce: `${right["nonce"]}1`,
    });
    await refuse({ idToken: { claims } });
  });

  it("an ID token without the nonce, which is always sent, is refused [X12]", async () => {
    await refuseClaims({ nonce: undefined });
    await refuseClaims({ nonce: "" });
  });

  it("the nonce of another attempt of the browser is refused (-nonce-invalid)", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    await approach(browser);
    const other = new URL(flow.op.requests.at(-1)?.url ?? "").searchParams;
    const nonce = other.get("nonce");
    flow.op.faults.idToken = { claims: (right) => ({ ...right, nonce }) };
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "OAuthCallbackError",
    });
  });

  it("an azp of another client is refused, although aud is right [X05]", async () => {
    await refuseClaims({ azp: "another-client" }, /azp/);
    await refuseClaims({ azp: "" });
    await refuseClaims({ azp: null });
    await accept((right) => ({ ...right, azp: right["aud"] }));
  });

  it("several audiences without an azp are refused [X05]", async () => {
    const claims = (right: Claims) => ({ ...right, aud: [right["aud"], "x"] });
    await refuse({ idToken: { claims } });
  });

  const subjects: readonly (readonly [string, unknown])[] = [
    ["empty", ""],
    ["a number", 7],
    ["null", null],
    ["an array", ["user-1"]],
    ["of 256 characters", "s".repeat(256)],
    ["of 300 characters", "s".repeat(300)],
    ["with NUL", "user\u00001"],
    ["with a line break", "user\n1"],
    ["not ASCII", "us\u00e9r"],
  ];
  for (const [name, sub] of subjects) {
    it(`a sub is refused if it is ${name} [X06]`, async () => {
      await refuseClaims({ sub });
    });
  }

  it("a sub of 255 characters signs in [X06]", async () => {
    await accept((right) => ({ ...right, sub: "s".repeat(255) }));
  });

  it("an iat ten minutes ahead is refused [X07]", async () => {
    await refuseClaims({ iat: now() + 600 });
  });

  it("an iat one week ago is refused [X07]", async () => {
    await refuseClaims({ iat: now() - 7 * 86_400 });
  });

  it("an iat that is a text, or no finite number, is refused [X07]", async () => {
    await refuseClaims({ iat: String(now()) });
    await refuseText((json) => json.replace(/"iat":\d+/, '"iat":-1e400'));
  });

  it("an nbf ten minutes ahead is refused [X08]", async () => {
    await refuseClaims({ nbf: now() + 600 });
  });

  it("an nbf that is a text is refused [X08]", async () => {
    await refuseClaims({ nbf: "0" });
  });

  for (const exp of ['"9999999999"', "-1", "0", "1e400", "null"]) {
    it(`the exp ${exp} is refused [X09]`, async () => {
      await refuseText((json) => json.replace(/"exp":\d+/, `"exp":${exp}`));
    });
  }

  it("an ID token without exp is refused [X09]", async () => {
    await refuseClaims({ exp: undefined });
  });

  it("an auth_time older than the requested max_age is refused [X10]", async () => {
    const asked = { entry: { authorization: { params: { max_age: "60" } } } };
    const old = (right: Claims) => ({ ...right, auth_time: now() - 600 });
    await refuse({ idToken: { claims: old } }, asked);
    const none = (right: Claims) => ({ ...right, auth_time: undefined });
    await refuse({ idToken: { claims: none } }, asked);
    await accept((right) => right, asked);
    await accept(old);
  });

  for (
    const typ of ["at+jwt", "application/at+jwt", "logout+jwt", "secevent+jwt"]
  ) {
    it(`a token of type ${typ} is refused [X13]`, async () => {
      await refuseHeader({ typ });
    });
  }

  it("a logout token without its type is refused [X13]", async () => {
    const event = "http://schemas.openid.net/event/backchannel-logout";
    await refuseClaims({ events: { [event]: {} } });
  });

  it("a JARM response in place of the ID token is refused [X13]", async () => {
    const claims = ({ iss, aud, exp }: Claims) => ({
      iss,
      aud,
      exp,
      code: "a code",
      state: "a state",
    });
    await refuse({ idToken: { claims } });
  });

  it("claims that are not a JSON object are refused [X13]", async () => {
    for (const text of ["[]", "null", "7", '"text"', "{"]) {
      await refuseText(() => text);
    }
  });

  it("a token response without id_token is refused [X14]", async () => {
    await refuse({ idToken: { raw: null } });
  });

  it("an id_token that is empty or not a text is refused [X14]", async () => {
    await refuse({ idToken: { raw: "" } });
    await refuse({ tokenResponse: (json) => ({ ...json, id_token: {} }) });
  });

  it("a wrong at_hash is refused (-invalid-athash)", async () => {
    await refuseClaims({ at_hash: "AAAAAAAAAAAAAAAAAAAAAA" }, /at_hash/);
    await refuseClaims({ at_hash: "" });
    await refuseClaims({ at_hash: null });
  });

  it("a wrong at_hash is refused for EdDSA, which hashes with SHA-512 (-invalid-athash)", async () => {
    const claims = (right: Claims) => ({ ...right, at_hash: "AAAAAAAA" });
    await refuse({ idToken: { claims } }, { op: { alg: "EdDSA" } });
  });

  it("a missing at_hash signs in, because the code flow needs none (-missing-athash)", async () => {
    await accept((right) => ({ ...right, at_hash: undefined }));
  });
});

describe("clocks that differ", () => {
  const noon = Date.UTC(2026, 0, 1, 12);

  /** Signs in at a provider whose clock is this many seconds ahead. */
  function shift(seconds: number): FaultSwitches {
    const claims = (right: Claims) => ({
      ...right,
      iat: Number(right["iat"]) + seconds,
      exp: Number(right["exp"]) + seconds,
    });
    return { idToken: { claims } };
  }

  it("a provider's clock five minutes ahead is refused, and the log names the difference [F14]", async () => {
    mock.timers.enable({ apis: ["Date"], now: noon });
    await refuse(shift(300), {}, /300 s from now; compare the clocks/);
  });

  it("a provider's clock ten minutes behind is refused, and the log names the difference [F14]", async () => {
    mock.timers.enable({ apis: ["Date"], now: noon });
    await refuse(shift(-600), {}, /300 s.*compare the clocks/);
  });

  it("a difference of one minute is tolerated, and of one second more is not [F14]", async () => {
    mock.timers.enable({ apis: ["Date"], now: noon });
    const flow = await createApp();
    Object.assign(flow.op.faults, shift(60));
    await assertSignedIn(flow);
    await refuse(shift(61));
    Object.assign(flow.op.faults, shift(-359));
    await assertSignedIn(flow);
    await refuse(shift(-360));
  });
});
