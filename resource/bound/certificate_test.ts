import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { protect as protectServer } from "@latchkey/auth/resource/express";
import { createLogger, endTest } from "../../testing/checks_testkit.ts";
import {
  API,
  type BoundApi,
  createBoundApi,
  tell,
  toCall,
  type Told,
  URL_OF_FILES,
} from "./bound_testkit.ts";

afterEach(endTest);

/** The example of RFC 8705, appendix A. */
const PEM = `-----BEGIN CERTIFICATE-----
MIIBBjCBrAIBAjAKBggqhkjOPQQDAjAPMQ0wCwYDVQQDDARtdGxzMB4XDTE4MTAx
ODEyMzcwOVoXDTIyMDUwMjEyMzcwOVowDzENMAsGA1UEAwwEbXRsczBZMBMGByqG
SM49AgEGCCqGSM49AwEHA0IABNcnyxwqV6hY8QnhxxzFQ03C7HKW9OylMbnQZjjJ
/Au08/coZwxS7LfA4vOLS9WuneIXhbGGWvsDSb0tH6IxLm8wCgYIKoZIzj0EAwID
SQAwRgIhAP0RC1E+vwJD/D1AGHGzuri+hlV/PpQEKTWUVeORWz83AiEA5x2eXZOV
bUlJSGQgjwD5vaUaKlLR50Q2DmFfQj1L+SY=
-----END CERTIFICATE-----`;
const bind = { "x5t#S256": "A4DtL2JmUMhAsvJj5tKyn64SqzmuXbMrJa0n761y5v0" };
const DER = Uint8Array.from(
  atob(PEM.split("\n").slice(1, -1).join("")),
  (character) => character.charCodeAt(0),
);
const OTHER = PEM.replace("MIIB", "MIIC");

/** Calls with a token that is bound to the certificate. */
async function callBound(
  { op, api }: Pick<BoundApi, "op" | "api">,
  cnf: object = bind,
): Promise<Told> {
  const token = await op.mintAccessToken({ claims: { cnf } });
  const headers = { authorization: `Bearer ${token}` };
  return await tell(api, new Request(URL_OF_FILES, { headers }));
}

function assertTokenRefused({ status, challenge }: Told): void {
  assert.equal(status, 401);
  assert.match(challenge, /^(?:Bearer|DPoP) error="invalid_token"/);
}

describe("a token that is bound to a certificate", () => {
  it("passes with it: as PEM, in a chain, or as bytes", async () => {
    const chain = `${PEM}\n${OTHER}\n`;
    const crlf = PEM.replaceAll("\n", "\r\n");
    for (const given of [PEM, chain, crlf, DER]) {
      const requests: Request[] = [];
      const own = await createBoundApi({
        certificate: (request) => {
          requests.push(request);
          return Promise.resolve(given);
        },
      });
      const told = await callBound(own);
      assert.equal(told.status, 200);
      assert.equal(requests[0]?.url, URL_OF_FILES);
    }
  });

  it("passes where bound tokens are required", async () => {
    const certificate = () => PEM;
    const own = await createBoundApi({ bound: "required", certificate });
    assert.equal((await callBound(own)).status, 200);
  });

  it("is refused with another certificate, and with what is none [API-14]", async () => {
    const empty = "-----BEGIN CERTIFICATE----------END CERTIFICATE-----";
    const odd = "-----BEGIN CERTIFICATE-----A-----END CERTIFICATE-----";
    const others = [OTHER, `${OTHER}\n${PEM}`, DER.slice(1), PEM.slice(30)];
    const nothing = [null, "", empty, odd, new Uint8Array(), undefined, {}, 7];
    for (const given of [...others, ...nothing]) {
      const own = await createBoundApi({ certificate: () => given as string });
      assertTokenRefused(await callBound(own));
    }
  });

  it("is refused by a guard that reads no certificates", async () => {
    const own = await createBoundApi();
    assertTokenRefused(await callBound(own));
    assert.match(own.lines.join(), /came without one/);
  });

  it("fails as the application's function does, which no other token calls", async () => {
    let calls = 0;
    const own = await createBoundApi({
      certificate: () => {
        calls++;
        throw new TypeError("no proxy");
      },
    });
    assert.equal((await own.call()).status, 200);
    assert.equal(calls, 0);
    await assert.rejects(callBound(own), /no proxy/);
  });

  it("needs a proof as well if it is bound to a key, too", async () => {
    let given: string | null = PEM;
    const own = await createBoundApi({ certificate: () => given });
    const cnf = { ...bind, jkt: own.key.jkt };
    assertTokenRefused(await callBound(own, cnf));
    const token = await own.op.mintAccessToken({ claims: { cnf } });
    const call = async () =>
      await tell(own.api, await toCall({ key: own.key, token }));
    assert.equal((await call()).status, 200);
    given = null;
    assertTokenRefused(await call());
    given = OTHER;
    assertTokenRefused(await call());
  });
});

describe("a token with a confirmation that is not known", () => {
  const { jkt } = { jkt: "x".repeat(43) };
  const unknown: readonly unknown[] = [
    null,
    "key",
    1,
    true,
    [],
    ["jkt"],
    {},
    { kid: "key" },
    { jwk: { kty: "EC" } },
    { jkt: null },
    { jkt: "" },
    { jkt: [jkt] },
    { "x5t#S256": "" },
    { ...bind, kid: "key" },
    { ...bind, jkt: 1 },
    { "X5T#S256": bind["x5t#S256"] },
  ];
  for (const cnf of unknown) {
    it(`is refused: ${JSON.stringify(cnf)} [API-14]`, async () => {
      const own = await createBoundApi({ certificate: () => PEM });
      assertTokenRefused(await callBound(own, cnf as object));
      assert.match(own.lines.join(), /bound in a way that is not known/);
    });
  }
});

describe("the certificate of Node's socket", () => {
  /** Calls an Express guard with a socket as Node has it. */
  async function callServer(
    socket: object | undefined,
    certificate?: () => string | null,
  ): Promise<number> {
    const { op } = await createBoundApi();
    const api = protectServer({
      resource: API,
      issuer: { issuer: op.issuer, fetch: op.fetch },
      certificate,
      logger: createLogger([]),
    });
    const token = await op.mintAccessToken({ bind });
    const res = {
      statusCode: 200,
      headersSent: false,
      getHeader: () => undefined,
      setHeader: () => {},
      end: () => {},
    };
    const req = {
      method: "GET",
      originalUrl: "/files",
      headers: { authorization: `Bearer ${token}` },
      on: () => {},
      socket,
    };
    await api.require()(req, res, () => {});
    return res.statusCode;
  }

  it("is the one that Express takes by default", async () => {
    const socket = { getPeerCertificate: () => ({ raw: DER }) };
    assert.equal(await callServer(socket), 200);
    // Node returns an empty object without a certificate.
    assert.equal(await callServer({ getPeerCertificate: () => ({}) }), 401);
    assert.equal(await callServer({}), 401);
    assert.equal(await callServer(undefined), 401);
  });

  it("gives way to the application's own function", async () => {
    const socket = { getPeerCertificate: () => ({ raw: DER }) };
    assert.equal(await callServer(socket, () => null), 401);
    assert.equal(await callServer({}, () => PEM), 200);
  });
});
