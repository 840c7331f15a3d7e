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

/** Headers that tell browsers, proxies and CDNs how long to keep a response. */
const KEEPING = /(?:cache|surrogate|edge)-control$/;

/** Removes what tells anybody to keep a response. */
export function deleteKeeping(headers: Headers): void {
  const names = [...headers.keys()].filter((name) => KEEPING.test(name));
  for (const name of names) headers.delete(name);
}

/** Adds a header's name to `vary`, unless it is there. */
export function addVary(headers: Headers, name: string): void {
  const known = (headers.get("vary") ?? "").toLowerCase().split(",")
    .map((one) => one.trim());
  if (known.includes("*") || known.includes(name.toLowerCase())) return;
  headers.append("vary", name);
}

/** Headers that protect every answer. */
export const SAFE: HeaderList = [
  // The library's own forms need their origin; other sites do not need its URLs.
  ["referrer-policy", "same-origin"],
  ["x-content-type-options", "nosniff"],
];
