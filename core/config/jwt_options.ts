import type { Awaitable, JWT } from "../model/model.ts";

/** Parameters of {@link JWTOptions.encode}. */
export interface JWTEncodeParams {
  /** The claims. */
  token?: JWT | undefined;
  /** The secrets, newest first. */
  secret: string | readonly string[];
  /** Lifetime of the token in seconds. Default 30 days. */
  maxAge?: number | undefined;
  /** The effective name of the session cookie. */
  salt: string;
}

/** Parameters of {@link JWTOptions.decode}. */
export interface JWTDecodeParams {
  /** The value of the cookie. */
  token?: string | undefined;
  /** The secrets, newest first. */
  secret: string | readonly string[];
  /** The effective name of the session cookie. */
  salt: string;
}

/** Encoding of claims in the session cookie. */
export interface JWTOptions {
  /** The secret or secrets that encrypt the session. Default: the `secret` of the configuration. */
  secret?: string | readonly string[] | undefined;
  /** Lifetime of a token in seconds, at most `session.maxAge`. Default: `session.maxAge`. */
  maxAge?: number | undefined;
  /**
   * Encodes the claims, in place of the built-in codec. It must keep every
   * claim: a token without `sub`, `sid`, `iat`, `auth_time`, `exp` and `aud` is
   * not a session. Default: a JWE.
   */
  encode?: ((params: JWTEncodeParams) => Awaitable<string>) | undefined;
  /** Decodes what `encode` made; returns null or throws for an invalid token. Required with `encode`. Default: decrypts the JWE. */
  decode?: ((params: JWTDecodeParams) => Awaitable<JWT | null>) | undefined;
}
