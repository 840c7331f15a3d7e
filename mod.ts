/**
 * Sign-in and sessions for server web frameworks.
 *
 * {@link createAuth} sets up the library for frameworks that use the standard
 * Request and Response; `@latchkey/auth/server` is the Express integration.
 *
 * @example
 * ```ts
 * import { createAuth } from "@latchkey/auth";
 *
 * export const auth = createAuth({
 *   secret: "a random text of at least 32 characters",
 *   providers: [{
 *     id: "work",
 *     name: "Work",
 *     type: "oidc",
 *     issuer: "https://login.example.com",
 *     clientId: "my-app",
 *   }],
 * });
 * ```
 *
 * @module
 */

export { raw, skipCSRFCheck } from "./core/config/config.ts";
export {
  createActionURL,
  setEnvDefaults,
} from "./core/pipeline/env_defaults.ts";
export {
  AuthError,
  CredentialsSignin,
  SignInError,
} from "./core/errors/errors.ts";
export { createMemoryStore } from "./core/storage/memory_store.ts";
export { customFetch } from "./core/providers/oauth/oauth_config.ts";
export { isAuthAction } from "./core/request/actions.ts";
export { Auth, createAuth } from "./core/pipeline/host/web.ts";
export type * from "./types.ts";
