/** Browsers in order of precedence: most User-Agent headers name other browsers, too. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, "Android"],
  [/\b(?:iPhone|iPad|iPod)\b/, "iOS"],
  [/\bMac OS X\b/, "macOS"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** The software that asked for a mail; null if it is unknown. */
export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

/**
 * Names the browser and system of a User-Agent header. Nothing is copied from
 * the header itself: an attacker who requests a mail could put text into it.
 */
export function toDevice(userAgent: string | null): Device {
  const text = userAgent ?? "";
  const find = (list: typeof BROWSERS) =>
    list.find(([pattern]) => pattern.test(text))?.[1] ?? null;
  return { browser: find(BROWSERS), system: find(SYSTEMS) };
}
