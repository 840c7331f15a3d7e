import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exportPKCS8, generateKeyPair, jwtVerify } from "jose";
import { signToken } from "./sign_token.ts";

const pair = await generateKeyPair("ES256", { extractable: true });
const pem = await exportPKCS8(pair.privateKey);

describe("a token that a private key signs", () => {
  for (
    const [name, privateKey] of [
      ["with line breaks", pem],
      ["on one line, with \\n in their place", pem.replaceAll("\n", "\\n")],
    ] as const
  ) {
    it(`takes a key ${name}`, async () => {
      const key = { alg: "ES256", keyId: "KEY", privateKey };
      const token = await signToken(key, { iss: "TEAM", sub: "client" });
      const { payload, protectedHeader } = await jwtVerify(
        token,
        pair.publicKey,
      );
      assert.deepEqual(protectedHeader, { alg: "ES256", kid: "KEY" });
      const { iat = 0, exp = 0, ...claims } = payload;
      assert.deepEqual(claims, { iss: "TEAM", sub: "client" });
      assert.equal(exp - iat, 300);
    });
  }
});
