/**
 * What an instance does without a request.
 *
 * @module
 */

import type { AuthConfig } from "../../config/config.ts";
import { resolveSettings } from "../../config/resolve_settings.ts";
import type { Settings } from "../../config/settings.ts";
import { warnUnusedCallbacks } from "../../config/unused_callbacks.ts";
import { outlivesAnswers, readEnv, readVariable } from "../../runtime/env.ts";
import { createLog } from "../../runtime/log.ts";
import { loadPipeline } from "../load_pipeline.ts";

/**
 * Milliseconds until an instance checks its configuration. By then, a
 * short-lived process has ended, and the environment is loaded.
 */
const DELAY = 1000;

/**
 * Logs which callbacks will not be called and, a moment later, every mistake in
 * the configuration of an instance, and what the metadata of providers lacks that
 * are held to a profile. The latter happens only in processes that serve many
 * requests, and not in tests.
 *
 * @param config the instance's configuration, whose environment may not be
 * loaded yet
 */
export function startInstance(settings: Settings, config: AuthConfig): void {
  warnUnusedCallbacks(settings);
  const lasts = outlivesAnswers() &&
    readVariable(readEnv, "NODE_ENV") !== "test";
  if (!lasts || settings.providers.size === 0) return;
  const timer: { unref?(): void } | number = setTimeout(
    () => checkConfig(config),
    DELAY,
  );
  // Deno before 2.8 returns a number: such a timer would keep the process alive,
  // and fail a test of the application that ends before it.
  if (typeof timer === "number") clearTimeout(timer);
  else timer.unref?.();
}

function checkConfig(config: AuthConfig): void {
  try {
    // A copy: settings are kept for a configuration, and the environment may
    // change until the first request.
    const settings = resolveSettings({ ...config });
    run((own) => own.checkInstance(settings));
  } catch (error) {
    // It does not end the process: the environment may be loaded even later.
    const log = createLog(config.logger ?? {}, false, []);
    if (error instanceof Error) log.error(error);
  }
}

/**
 * Has the metadata of providers that are held to a profile checked in the
 * background; nothing is loaded without such a provider.
 */
export function checkLater(settings: Settings): void {
  if (settings.held.length > 0) run((own) => own.checkInBackground(settings));
}

/** Does work in the background. If it fails, so does the first request that needs it, which reports it. */
function run(
  work: (own: Awaited<ReturnType<typeof loadPipeline>>) => void,
): void {
  loadPipeline().then(work).catch(() => {});
}
