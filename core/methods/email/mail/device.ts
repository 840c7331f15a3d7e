/** Browsers in the order in which their names count: most claim to be the others, too. */
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

/**
 * What a person would call the browser that a User-Agent header names. Nothing
 * of the header itself: whoever asks for a mail would write into it.
 */
export function toDevice(userAgent: string | null): string {
  const text = userAgent ?? "";
  const find = (list: typeof BROWSERS) =>
    list.find(([pattern]) => pattern.test(text))?.[1];
  return [find(BROWSERS), find(SYSTEMS)].filter(Boolean).join(" / ") || "?";
}
