import type { OAuthProvider } from "./oauth_provider.ts";

/** Returns the value of a placeholder; undefined if there is none. */
export type ReadPlaceholder = (name: string) => string | undefined;

/** Labels of a host name, with a port if it has one. */
const HOST = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::\d{1,5})?$/i;
const PLACEHOLDER = /\{([a-zA-Z]+)\}/g;

/**
 * Fills the placeholders of a provider's URLs, parameters and headers. Those
 * without a value stay, so that they can be filled later, and a value that does
 * not fit its place stays out. A member that is nothing but a placeholder is
 * dropped if its value is empty.
 */
export function fillPlaceholders<T extends object>(
  provider: T,
  read: ReadPlaceholder,
): T {
  const { placeholders } = provider as Partial<OAuthProvider>;
  if (placeholders === undefined) return provider;
  const find = (name: string) =>
    Object.hasOwn(placeholders, name) ? read(name) : undefined;
  return fillObject(provider, find) as T;
}

/** Lists the placeholders that a provider still contains. */
export function listUnfilled(provider: OAuthProvider): readonly string[] {
  const names = new Set<string>();
  fillPlaceholders(provider, (name) => {
    names.add(name);
    return undefined;
  });
  return [...names];
}

function fillObject(object: object, read: ReadPlaceholder): object {
  const filled = Array.isArray(object) ? [] : { ...object };
  for (const [key, value] of Object.entries(object)) {
    // These two are not templates: the names, and the functions of an object.
    if (key === "placeholders") continue;
    const result = fillValue(value, read);
    if (result === "" && value !== "") Reflect.deleteProperty(filled, key);
    else Reflect.set(filled, key, result);
  }
  return filled;
}

function fillValue(value: unknown, read: ReadPlaceholder): unknown {
  if (typeof value === "string") return fillText(value, read);
  const proto = typeof value === "object" && value !== null
    ? Object.getPrototypeOf(value)
    : null;
  return proto === Object.prototype || proto === Array.prototype
    ? fillObject(value as object, read)
    : value;
}

function fillText(template: string, read: ReadPlaceholder): string {
  return template.replace(PLACEHOLDER, (text, name, offset) => {
    const value = read(name);
    if (value === undefined) return text;
    return toPart(template, offset, value) ?? text;
  });
}

/** Returns a value as it stands at its place in a URL or in another text; null if it does not fit. */
function toPart(
  template: string,
  offset: number,
  value: string,
): string | null {
  const before = template.slice(0, offset);
  // At the start it is a whole URL, or the whole of a header or parameter.
  if (before === "") {
    return template.startsWith("/", template.indexOf("}") + 1)
      ? value.replace(/\/$/, "")
      : value;
  }
  if (!/^https?:\/\//.test(before)) return value;
  if (before.indexOf("/", "https://".length) !== -1) {
    return encodeURIComponent(value);
  }
  // A domain is often copied from the browser's address bar.
  const host = value.replace(/^https:\/\//, "").replace(/\/$/, "");
  return HOST.test(host) ? host : null;
}
