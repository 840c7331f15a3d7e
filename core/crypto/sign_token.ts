import { importPKCS8, type JWTPayload, SignJWT } from "jose";

/** A private key that is registered at a server. */
export interface SigningKey {
  /** The signature algorithm, `ES256` for example. */
  readonly alg: string;
  /** The id of the key at the server. */
  readonly keyId: string;
  /** The key, PEM; `\n` may stand for a line break, as in environment variables. */
  readonly privateKey: string;
}

/** Signs a token for one request to a server. It is valid for 5 minutes. */
export async function signToken(
  { alg, keyId, privateKey }: SigningKey,
  claims: JWTPayload,
): Promise<string> {
  const pem = privateKey.replaceAll("\\n", "\n");
  return await new SignJWT(claims)
    .setProtectedHeader({ alg, kid: keyId })
    .setIssuedAt()
    .setExpirationTime("5 minutes")
    .sign(await importPKCS8(pem, alg));
}
