/** Shared by tests: makes sessions as express-openid-connect writes them. */

import { CompactEncrypt } from "jose";
import { toBase64url } from "../../core/crypto/base64url.ts";
import { deriveKey } from "../engine/jwe.ts";
import { NOW } from "../bridge_testkit.ts";

/** The secret of the old application. */
export const secret = "fake-express-openid-connect-secret-vectors";
/** The issuer of the old ID tokens. */
export const issuer = "https://op.example";

type Values = Readonly<Record<string, unknown>>;

/** Makes an ID token whose signature nothing looks at. */
export function toIdToken(claims: Values = {}): string {
  return [{ alg: "none" }, { iss: issuer, sub: "auth0|1", ...claims }, ""]
    .map((part) => part === "" ? part : encode(part)).join(".");
}

function encode(value: unknown): string {
  return toBase64url(new TextEncoder().encode(JSON.stringify(value)));
}

/** The times of a session that began a while ago, in seconds. */
export function toTimes(began: number = NOW / 1000 - 7200): {
  iat: number;
  uat: number;
  exp: number;
} {
  const uat = began + 3600;
  return { iat: began, uat, exp: uat + 86_400 };
}

/** Seals a session. */
export async function seal(
  data: Values = { id_token: toIdToken(), sid: "op-sid-1" },
  header: Values = toTimes(),
): Promise<string> {
  const how = { salt: "", info: "JWE CEK" };
  const key = await deriveKey(secret, how, 32);
  return await new CompactEncrypt(
    new TextEncoder().encode(JSON.stringify(data)),
  ).setProtectedHeader({ alg: "dir", enc: "A256GCM", ...header }).encrypt(key);
}
