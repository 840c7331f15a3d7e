import { type ReadOption, toEnvPrefix } from "../../runtime/env.ts";
import { toSegment } from "../oauth/path_segment.ts";
import type { OAuthProvider } from "../oauth/oauth_config.ts";
import type { Placed, PlaceholderTools } from "./placed.ts";
import { fixedPlaces } from "./symbols.ts";

/** Returns the value of a placeholder; undefined if there is none. */
export type ReadPlaceholder = (name: string) => string | undefined;

/** Labels of a host name, with a port if it has one. */
const HOST = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::\d{1,5})?$/i;
const PLACEHOLDER = /\{([a-zA-Z]+)\}/g;
/** Keys whose values are the application's own texts, in which braces mean nothing. */
const OWN_TEXTS = ["placeholders", "id", "name", "clientId", "clientSecret"];

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
  const own = Object.entries(provider).filter(([key]) =>
    OWN_TEXTS.includes(key)
  );
  return { ...fillObject(provider, find), ...Object.fromEntries(own) } as T;
}

/**
 * Fills the placeholders that the application left open. The issuer that
 * results is marked as the same for every request, unless the application has
 * filled in a part of it.
 */
function fillOpen(
  provider: OAuthProvider & Placed,
  read: ReadPlaceholder,
): OAuthProvider {
  const filled = fillPlaceholders(
    provider,
    (name) => isGiven(provider, name) ? undefined : read(name),
  );
  const fixed = provider[fixedPlaces] ?? [];
  const places = (["issuer", "wellKnown"] as const).flatMap((key) =>
    fixed.includes(provider[key] ?? "") ? filled[key] ?? [] : []
  );
  return places.length === 0 ? filled : Object.assign({}, filled, {
    [fixedPlaces]: [...fixed, ...places],
  });
}

/** Whether the application gave a value; if it is still open, the value does not fit. */
function isGiven(provider: OAuthProvider, name: string): boolean {
  const value: unknown = Reflect.get(provider, name);
  return typeof value === "string" && value !== "" &&
    !value.includes(`{${name}}`);
}

/**
 * Fills the placeholders that the application left open from the environment.
 *
 * @param report receives the mistakes; without it, the defaults are not used
 * yet
 */
function fillFromEnv(
  provider: OAuthProvider & Placed,
  env: ReadOption,
  report?: (problem: string) => void,
): OAuthProvider {
  const { id, placeholders = {} } = provider;
  const filled = fillOpen(provider, (name) =>
    env(toOptionVariable(id, name)) ??
      (report && placeholders[name]) ?? undefined);
  for (const name of report === undefined ? [] : listUnfilled(filled)) {
    report?.(
      `Provider "${id}" has no usable \`${name}\`: set \`${name}\` or ${
        toOptionVariable(id, name)
      }.`,
    );
  }
  return filled;
}

/**
 * Makes a provider again with the options that the application left open and
 * the environment sets, for a definition that is a function of its options.
 * Changes since it was made are kept. A URL that results is the same for every
 * request.
 *
 * @param made the provider as it was made
 * @param make makes it with more options
 */
export function remakeFromEnv<T extends OAuthProvider & Placed>(
  made: T,
  make: (values: object) => T,
): (provider: T, env: ReadOption) => T {
  return (provider, env) => {
    const { id, placeholders = {} } = provider;
    const open = listUnfilled(provider);
    const values = Object.keys(placeholders).flatMap((name) => {
      const isOpen = !isGiven(provider, name) && !open.includes(name);
      const value = isOpen ? env(toOptionVariable(id, name)) : undefined;
      return value === undefined ? [] : [[name, value]];
    });
    if (values.length === 0) return provider;
    const again = make(Object.fromEntries(values));
    const places = (["issuer", "wellKnown"] as const).flatMap((key) =>
      again[key] === made[key] ? [] : again[key] ?? []
    );
    const changed = Reflect.ownKeys(provider).filter((key) =>
      Reflect.get(provider, key) !== Reflect.get(made, key)
    );
    return Object.assign(
      {},
      again,
      Object.fromEntries(
        changed.map((key) => [key, Reflect.get(provider, key)]),
      ),
      { [fixedPlaces]: [...provider[fixedPlaces] ?? [], ...places] },
    );
  };
}

/** The variable of a provider's option: `AUTH_MY_OP_TENANT_ID` for `tenantId` of `my-op`. */
export function toOptionVariable(id: string, option: string): string {
  const name = option.replace(/[A-Z]/g, (letter) => `_${letter}`);
  return `${toEnvPrefix(id)}_${name.toUpperCase()}`;
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

/**
 * Returns a value in the form that its place in a URL or another text needs;
 * null if it does not fit.
 */
function toPart(
  template: string,
  offset: number,
  value: string,
): string | null {
  // It would be a placeholder itself when the template is filled again.
  if (/[{}]/.test(value)) return null;
  const before = template.slice(0, offset);
  const after = template.slice(template.indexOf("}", offset) + 1);
  // At the start it is a whole URL, or the whole of a header or parameter.
  if (before === "") {
    return after.startsWith("/") ? toBase(value) : value;
  }
  if (!/^(?:https?:\/\/|\{\w+\}\/)/.test(before)) return value;
  if (before.indexOf("/", "https://".length) !== -1 || before[0] === "{") {
    return before.includes("?") ? encodeURIComponent(value) : toSegment(value);
  }
  // A domain is often copied from the browser's address bar.
  const host = value.replace(/^https:\/\//, "").replace(/\/$/, "");
  const isEnd = after === "" || after.startsWith("/");
  return HOST.test(host) && (isEnd || !host.includes(":")) ? host : null;
}

/** Returns the start of a URL without its last slash; null if what follows would not be its path. */
function toBase(value: string): string | null {
  if (/[?#\\\s]/.test(value)) return null;
  const isPlain = !URL.canParse(value) ||
    new URL(value).username + new URL(value).password === "";
  return isPlain ? value.replace(/\/$/, "") : null;
}

/**
 * The functions for placeholders. A definition carries them, so that
 * applications without one do not load them.
 */
export const tools: PlaceholderTools = { fillFromEnv, listUnfilled };
