import type { ConfigSource } from "../../config/config.ts";

/**
 * The configurations of instances, by a function that is made for each of them
 * and that every integration returns as it is.
 */
const sources = new WeakMap<object, unknown>();

/** Remembers the configuration of an instance, and returns its functions. */
export function registerInstance<T extends { readonly revoke: object }>(
  functions: T,
  source: unknown,
): T {
  sources.set(functions.revoke, source);
  return functions;
}

/** Returns the configuration of an instance; a configuration is its own. */
export function findSource<R extends object>(
  auth: object,
): ConfigSource<R> {
  const { revoke } = auth as { readonly revoke?: object };
  const source = revoke === undefined ? undefined : sources.get(revoke);
  return (source ?? auth) as ConfigSource<R>;
}
