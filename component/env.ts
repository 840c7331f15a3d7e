import type { AuthConfig } from "../core/config/config.ts";
import {
  type EnvSource,
  setEnvDefaults as setDefaults,
} from "../core/pipeline/env_defaults.ts";
import type { ComponentEnv } from "./types.ts";

/**
 * Fills the unset keys of a configuration from an environment, for applications
 * whose own code reads the configuration, too. The library itself falls back to
 * `ev.env`, and then to the environment of the process, for unset keys.
 *
 * @param env `ev.env` of the request, a record, or a function from name to value
 * @param config the configuration to fill
 *
 * @example
 * ```ts
 * // src/routes/plugin@auth.ts
 * import { ComponentAuth$, type ComponentAuthConfig, setEnvDefaults } from "@latchkey/auth/component";
 *
 * export const { onRequest, useSession, useSignIn, useSignOut } = ComponentAuth$(
 *   (ev) => {
 *     const config: ComponentAuthConfig = {
 *       providers: [{ id: "work", name: "Work", type: "oidc" }],
 *     };
 *     setEnvDefaults(ev.env, config);
 *     return config;
 *   },
 * );
 * ```
 */
export function setEnvDefaults(
  env: ComponentEnv | EnvSource,
  config: AuthConfig,
): void {
  setDefaults(isGetter(env) ? (name) => env.get(name) : env, config);
}

function isGetter(env: ComponentEnv | EnvSource): env is ComponentEnv {
  return typeof env === "object" && typeof env.get === "function";
}
