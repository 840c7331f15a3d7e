/**
 * The Qwik City integration. It works with Qwik City 1.20 and later 1.x
 * versions, with Vite 5 to 7; see {@link ComponentAuth$}. For Qwik 2, the npm
 * package has the same as `@latchkey/auth/qwik`.
 *
 * @module
 */

export {
  ComponentAuth$,
  ComponentAuthQrl,
  routeAuth$,
  routeAuthQrl,
  useSessionRefresh,
} from "./component/auth.qwik.ts";
export { addHeaders } from "./component/send.ts";
export { requireSession } from "./component/guard.ts";
export { getAuth } from "./component/host.ts";
export { proxy } from "./component/proxy.ts";
export {
  fetchResource,
  getAccessToken,
  getSession,
  type GetSessionResult,
} from "./component/session.ts";
export { setEnvDefaults } from "./component/env.ts";
export type {
  ComponentAuth,
  ComponentAuthConstructor,
  ComponentAuthFunction,
  PasswordActions,
} from "./component/auth_types.ts";
export type {
  ActionResult,
  ComponentAuthConfig,
  ComponentAuthSource,
  ComponentCookieOptions,
  ComponentEnv,
  ComponentEvent,
  ConnectInput,
  ConnectResult,
  SessionEvent,
  SignInInput,
  SignInResult,
  SignOutInput,
  SignOutResult,
  VerifyEmailInput,
  VerifyEmailResult,
} from "./component/types.ts";
export type {
  ChangePasswordInput,
  ChangePasswordResult,
  FactorsInput,
  FactorsResult,
  NewPasswordInput,
  NewPasswordResult,
  ResetInput,
  ResetResult,
  SignUpInput,
  SignUpResult,
} from "./component/password_types.ts";
export type { ProxyOptions } from "./core/pipeline/proxy/proxy_options.ts";
export type {
  AccessTokenOptions,
  AccessTokenResult,
  ResourceInit,
} from "./core/pipeline/host/tokens.ts";
export type {
  RequireOptions,
  RoleOf,
} from "./core/pipeline/host/guards/options.ts";
export type {
  Account,
  DefaultSession,
  JWT,
  Profile,
  Session,
  SessionAuthentication,
  SessionUser,
  User,
} from "./core/model/model.ts";
export type { HostFunctions } from "./core/pipeline/host/host_functions.ts";
export { customFetch } from "./core/providers/oauth/oauth_config.ts";
export type { SessionOf } from "./core/pipeline/host/auth_instance.ts";
export * from "./errors.ts";
export type { Authentication } from "./core/model/authentication.ts";
