export {
  type ComponentAuth,
  ComponentAuth$,
  type ComponentAuthConstructor,
  type ComponentAuthFunction,
  ComponentAuthQrl,
  routeAuth$,
  routeAuthQrl,
} from "./component/auth.qwik.ts";
export { requireSession } from "./component/guard.ts";
export { getSession, type GetSessionResult } from "./component/session.ts";
export { setEnvDefaults } from "./core/env_defaults.ts";
export { AuthError } from "./core/errors.ts";
export type * from "./component/types.ts";
export type { EnvSource } from "./core/env_defaults.ts";
export type { RequireOptions } from "./core/guard.ts";
export type {
  Account,
  DefaultSession,
  JWT,
  Profile,
  Session,
  User,
} from "./core/model.ts";
export type { SessionOf } from "./core/web.ts";
