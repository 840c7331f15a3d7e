import type { Settings } from "../config/settings.ts";
import { assertLanguage } from "../pages/language_rules.ts";
import { toWarnings } from "../pages/theme/theme_css.ts";
import { isFirstWarning } from "../storage/process_cache.ts";

/** Only a cache, of the settings that were found to be valid. */
const checked = new WeakSet<Settings>();

/**
 * Checks the options of pages that need the parts pages are made of, once for
 * each configuration, and logs which colours of the theme are replaced.
 *
 * @throws ConfigurationError that names every mistake
 */
export function checkPages(settings: Settings): void {
  if (checked.has(settings)) return;
  assertLanguage(settings);
  const { theme, key, log } = settings;
  for (const warning of toWarnings(theme)) {
    if (isFirstWarning(`theme ${key} ${warning}`)) log.warn("theme", warning);
  }
  checked.add(settings);
}
