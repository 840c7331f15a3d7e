import { withoutUndefined } from "../../runtime/without_undefined.ts";

/** Keys whose objects are merged; everything else is replaced. */
const NESTED = [
  "authorization",
  "token",
  "userinfo",
  "client",
  "style",
  "endSession",
];

/** Merges the application's options into a definition. */
export function mergeProvider<T extends object>(
  definition: T,
  options: object,
): T {
  const merged = { ...definition } as Record<string | symbol, unknown>;
  for (const key of Reflect.ownKeys(options)) {
    const value = (options as Record<string | symbol, unknown>)[key];
    if (value === undefined || key === "__proto__") continue;
    merged[key] = NESTED.includes(String(key))
      ? mergeEndpoint(String(key), merged[key], value)
      : value;
  }
  return merged as T;
}

function mergeEndpoint(key: string, known: unknown, wanted: unknown): unknown {
  if (known === undefined) return wanted;
  const below = toObject(known);
  // Parameters in the application's URL take precedence, too.
  const above = readQuery(key, toObject(wanted));
  const params = { ...toParams(below), ...toParams(above) };
  const hasParams = Object.keys(params).length > 0;
  return { ...below, ...above, ...(hasParams ? { params } : {}) };
}

function toObject(value: unknown): Record<string, unknown> {
  return typeof value === "string"
    ? { url: value }
    : withoutUndefined(value as Record<string, unknown>);
}

function toParams(endpoint: Record<string, unknown>): object {
  return (endpoint.params ?? {}) as object;
}

/**
 * Moves the query parameters of an endpoint's URL into `params`. A token
 * endpoint keeps its query, because its parameters go into the body.
 */
export function readQuery<E extends { url?: unknown; params?: unknown }>(
  key: string,
  endpoint: E,
): E {
  const text = endpoint.url;
  const hasQuery = key === "authorization" || key === "userinfo";
  if (!hasQuery || typeof text !== "string" || !URL.canParse(text)) {
    return endpoint;
  }
  const url = new URL(text);
  if (url.search === "") return endpoint;
  const params = {
    ...Object.fromEntries(url.searchParams),
    ...endpoint.params as object,
  };
  url.search = "";
  return { ...endpoint, url: url.href, params };
}
