/**
 * The types that integrations are written with, and pass on to applications.
 *
 * @module
 */

export type { AuthConfig, ConfigSource } from "../core/config/config.ts";
export type {
  StrategyChoice,
  TokenOf,
} from "../core/config/session_callback.ts";
export type { Adapter } from "../core/model/adapter.ts";
export type { Session } from "../core/model/model.ts";
export type { SessionOf } from "../core/pipeline/host/auth_instance.ts";
export type * from "../core/pipeline/host/forms/form_types.ts";
export type { RequireOptions } from "../core/pipeline/host/guards/options.ts";
export type { HostFunctions } from "../core/pipeline/host/host_functions.ts";
export type { UserFieldsOf } from "../core/pipeline/host/user_field_types.ts";
export type { ProxyOptions } from "../core/pipeline/proxy/proxy_options.ts";
