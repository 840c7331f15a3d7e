import type { Settings } from "../config/settings.ts";
import { toWarnings } from "../pages/theme_css.ts";
import { isFirstWarning } from "../storage/process_cache.ts";

/** Logs which colours of the theme are replaced, because they cannot be read. */
export function warnOfTheme({ theme, key, log }: Settings): void {
  for (const warning of toWarnings(theme)) {
    if (isFirstWarning(`theme ${key} ${warning}`)) log.warn("theme", warning);
  }
}
