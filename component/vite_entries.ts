/**
 * Knows the two entries for Qwik, and what a build imports from them.
 *
 * @module
 */

/** The entries for Qwik 1 and for Qwik 2. */
const ENTRIES = ["@latchkey/auth/component", "@latchkey/auth/qwik"] as const;

/** Returns the entry for the version of Qwik that the application does not have. */
export function findOther(
  plugins: readonly { readonly name: string }[],
): string | null {
  const names = plugins.map(({ name }) => name);
  if (names.includes("vite-plugin-qwik-router")) return ENTRIES[0];
  if (names.includes("vite-plugin-qwik-city")) return ENTRIES[1];
  return null;
}

/** Says which entry to import instead. */
export function toOtherQwik(id: string): string {
  const [entry, version] = id === ENTRIES[0]
    ? [ENTRIES[1], "2, of @qwik.dev/core"]
    : [ENTRIES[0], "1, of @builder.io/qwik"];
  return `This application has Qwik ${version}: import ${entry} instead of ${id}.`;
}

/**
 * Imports `ComponentAuth$` under a name that marks its closure as server-only.
 *
 * @param code of a module of the application
 */
export function nameForServer(code: string, id: string): string {
  if (!ENTRIES.some((one) => code.includes(one)) || id.includes("\0")) {
    return code;
  }
  return code.replace(
    IMPORT,
    (_all, ...[start = "", names = "", end = ""]: string[]) =>
      start + toServerNames(names) + end,
  );
}

/**
 * Matches `import { … } from "@latchkey/auth/component"` or `/qwik"`, on one line or many;
 * comments may contain braces.
 */
const IMPORT =
  /(\bimport\s*\{)((?:\/\*[^]*?\*\/|\/\/[^\n]*|[^}/])*)(\}\s*from\s*["']@latchkey\/auth\/(?:component|qwik)["'])/g;

/**
 * Renames imports to `route…$`: the optimizer decides by the imported name
 * which closures stay on the server.
 */
function toServerNames(names: string): string {
  return names.replace(
    /(?<![\w$])ComponentAuth\$(?![\w$])(\s+as\b)?/g,
    (_name, as?: string) =>
      as === undefined ? "routeAuth$ as ComponentAuth$" : `routeAuth$${as}`,
  );
}
