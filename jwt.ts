/**
 * Reads the session token without a configuration, and exports its codec.
 *
 * @module
 */

export {
  decode,
  encode,
  getToken,
  type GetTokenParams,
  type TokenHeaders,
} from "./core/session/jwt/get_token.ts";
export type {
  JWTDecodeParams,
  JWTEncodeParams,
  JWTOptions,
} from "./core/config/config.ts";
export type { JWT } from "./core/model/model.ts";
