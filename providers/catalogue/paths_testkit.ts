/**
 * For tests only: reads and writes the small language of the facts, that is
 * `{name}` in texts and paths into JSON.
 *
 * @module
 */

import type { Json } from "./facts_testkit.ts";

/** Fills `{name}` in a text of the facts. */
export function fill(
  template: string,
  values: Readonly<Record<string, string>>,
): string {
  return template.replace(
    /\{([\w.]+)\}/g,
    (text, name) => values[name] ?? text,
  );
}

/** Sets the value at a path of the facts: `a.b.0`, or `list[flag].b`. */
export function setPath(target: Json, path: string, value: unknown): void {
  const parts = path.replace(/\[(\w+)\]/g, ".?$1").split(".").filter(Boolean);
  let inner: Json = target;
  for (const [i, part] of parts.entries()) {
    const isLast = i === parts.length - 1;
    const next = parts[i + 1];
    if (part.startsWith("?")) {
      // An element that does not carry the flag comes first.
      const flag = part.slice(1);
      const list = inner as unknown as Json[];
      list[0] ??= { [flag]: false };
      inner = list[1] ??= { [flag]: true };
      continue;
    }
    const isList = next !== undefined && /^(?:\d+$|\?)/.test(next);
    inner[part] = isLast ? value : inner[part] ?? (isList ? [] : {});
    inner = inner[part] as Json;
  }
}

/** Wraps an object at a path such as `data.0`. */
export function wrap(path: string | undefined, value: Json): Json {
  if (path === undefined) return value;
  const outer: Json = {};
  setPath(outer, path, value);
  return outer;
}

/** The path in an answer; one that is a list stands in a member `list`. */
export function toPick(
  pick: string | undefined,
  rest: readonly string[],
): string {
  const start = pick?.startsWith("[") ? `list${pick}` : pick;
  return [start, ...rest].filter(Boolean).join(".");
}

/** A URL without its query and fragment. */
export function toPlace(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  return `${url.origin}${url.pathname}`;
}
