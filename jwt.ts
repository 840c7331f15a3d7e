/**
 * The session token: reading it without a configuration, and its codec.
 *
 * @module
 */

export {
  decode,
  encode,
  getToken,
  type GetTokenParams,
  type TokenHeaders,
} from "./core/session/get_token.ts";
export type {
  JWTDecodeParams,
  JWTEncodeParams,
  JWTOptions,
} from "./core/config/config.ts";
export type { JWT } from "./core/model/model.ts";
