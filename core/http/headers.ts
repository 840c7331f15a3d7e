/** Headers by name, in the order in which they are sent. */
export type HeaderList = readonly (readonly [string, string])[];

/** Headers that keep answers out of caches: each is for one browser only. */
export const NO_STORE: HeaderList = [
  ["cache-control", "private, no-cache, no-store"],
  ["vary", "Cookie"],
];

/**
 * Headers of a page that would differ for a signed-in user: no shared cache
 * keeps it, unless the application allows it.
 */
export const LIMITED: HeaderList = [
  ["cache-control", "private, no-cache"],
  ["vary", "Cookie"],
];

/** Headers that protect every answer. */
export const SAFE: HeaderList = [
  // The library's own forms need their origin; other sites do not need its URLs.
  ["referrer-policy", "same-origin"],
  ["x-content-type-options", "nosniff"],
];
