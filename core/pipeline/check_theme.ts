import { assertTheme } from "../config/theme_rules.ts";
import type { Settings } from "../config/settings.ts";
import { toWarnings } from "../pages/theme_css.ts";
import { isFirstWarning } from "../storage/process_cache.ts";

/**
 * Checks the theme, and logs which of its colours are replaced.
 *
 * @throws ConfigurationError that names every mistake
 */
export function checkTheme({ theme, key, log }: Settings): void {
  assertTheme(theme);
  for (const warning of toWarnings(theme)) {
    if (isFirstWarning(`theme ${key} ${warning}`)) log.warn("theme", warning);
  }
}
