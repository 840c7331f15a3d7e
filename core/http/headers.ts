/** Headers by name, in the order in which they are sent. */
export type HeaderList = readonly (readonly [string, string])[];

/** Nothing that we answer may be kept by a cache: it is one browser's. */
export const NO_STORE: HeaderList = [
  ["cache-control", "private, no-cache, no-store"],
  ["vary", "Cookie"],
];

/** What protects every answer, whatever it holds. */
export const SAFE: HeaderList = [
  // Our own forms need their origin; nobody else needs our URLs.
  ["referrer-policy", "same-origin"],
  ["x-content-type-options", "nosniff"],
];
