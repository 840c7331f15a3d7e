/**
 * Code that a session read does not need, loaded with the first request that
 * does, so that an application starts sooner and its bundle is smaller.
 *
 * @module
 */

import type { AuthConfig } from "../../config/config.ts";
import type { Settings } from "../../config/settings.ts";
import type { Awaitable } from "../../model/model.ts";
import { oncePerProcess } from "../../storage/process_cache.ts";

/** Loads the auth routes. */
export function loadPipeline(): Awaitable<typeof import("../auth.ts")> {
  return oncePerProcess("pipeline", () => import("../auth.ts"));
}

/**
 * Has the metadata of providers that are held to a profile checked in the
 * background; nothing is loaded without such a provider.
 *
 * @param config a new instance's, whose environment may not be loaded yet
 */
export function startProviders(settings: Settings, config?: AuthConfig): void {
  if (settings.held.length === 0) return;
  Promise.resolve(loadPipeline()).then(
    (own) => own.startProviders(settings, config),
    // The first request fails alike, and reports it.
    () => {},
  );
}

/** Loads the proxy to a provider's API. */
export function loadProxy(): Promise<typeof import("../proxy/proxy.ts")> {
  return import("../proxy/proxy.ts");
}

/**
 * Loads form tokens, guards, session lists, form actions and the cookie writer.
 * They are one chunk: a bundler makes a file for each set of chunks that share
 * a module, and many small files compress badly.
 */
export function loadHostParts(): Awaitable<typeof import("./host_parts.ts")> {
  return oncePerProcess("host", () => import("./host_parts.ts"));
}
