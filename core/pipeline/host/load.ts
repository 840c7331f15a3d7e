/**
 * Code that a session read does not need, loaded with the first request that
 * does, so that an application starts sooner and its bundle is smaller.
 *
 * @module
 */

import type { AuthConfig } from "../../config/config.ts";
import { warnUnusedCallbacks } from "../../config/unused_callbacks.ts";
import type { Settings } from "../../config/settings.ts";
import type { Awaitable } from "../../model/model.ts";
import { outlivesAnswers, readEnv, readVariable } from "../../runtime/env.ts";
import { oncePerProcess } from "../../storage/process_cache.ts";

/** Loads the auth routes. */
export function loadPipeline(): Awaitable<Pipeline> {
  return oncePerProcess("pipeline", () => import("../auth.ts"));
}

/**
 * Milliseconds until an instance loads the code of sign-ins. By then, a
 * short-lived process has ended, and a server has begun to answer.
 */
const DELAY = 1000;

/**
 * Logs which callbacks will not be called, loads the code of sign-ins in the
 * background, and has the metadata of
 * providers that are held to a profile checked. It does so only in processes
 * that serve many requests, and not in tests: some test runners report an
 * `import()` after the end.
 *
 * @param config the instance's, whose environment may not be loaded yet
 */
export function startInstance(settings: Settings, config: AuthConfig): void {
  warnUnusedCallbacks(settings);
  const lasts = outlivesAnswers() &&
    readVariable(readEnv, "NODE_ENV") !== "test";
  if (!lasts || settings.providers.size === 0) return;
  const timer: { unref?(): void } | number = setTimeout(
    () => run((own) => own.startInstance(settings, config)),
    DELAY,
  );
  // Deno before 2.8 returns a number: such a timer would keep the process alive,
  // and fail a test of the application that ends before it.
  if (typeof timer === "number") clearTimeout(timer);
  else timer.unref?.();
}

/**
 * Has the metadata of providers that are held to a profile checked in the
 * background; nothing is loaded without such a provider.
 */
export function startProviders(settings: Settings): void {
  if (settings.held.length > 0) run((own) => own.startProviders(settings));
}

type Pipeline = typeof import("../auth.ts");

/** Does work in the background. If it fails, so does the first request that needs it, which reports it. */
function run(work: (own: Pipeline) => Awaitable<void>): void {
  Promise.resolve(loadPipeline()).then(work).catch(() => {});
}

/** Loads the proxy to a provider's API. */
export function loadProxy(): Awaitable<typeof import("../proxy/proxy.ts")> {
  return oncePerProcess("proxy", () => import("../proxy/proxy.ts"));
}

/**
 * Loads form tokens, guards, session lists, form actions and the cookie writer.
 * They are one chunk: a bundler makes a file for each set of chunks that share
 * a module, and many small files compress badly.
 */
export function loadHostParts(): Awaitable<typeof import("./host_parts.ts")> {
  return oncePerProcess("host", () => import("./host_parts.ts"));
}
