/**
 * The Vite plugin that belongs to `@latchkey/auth/component`.
 *
 * @module
 */

/** A Vite plugin, as far as this one goes; that of Vite 5 to 7 fits. */
export interface LatchkeyPlugin {
  /** Name, for messages. */
  readonly name: string;
  /** Before the plugin of Qwik. */
  readonly enforce: "pre";
  /** Has Vite compile the library as part of the application. */
  config(): Record<string, unknown>;
  /** Keeps packages of the server out of the browser's build. */
  resolveId(
    id: string,
    importer?: string,
    options?: { ssr?: boolean | undefined },
  ): { id: string; external: true } | undefined;
  /** Marks the configuration as belonging to the server. */
  transform(code: string, id: string): { code: string; map: null } | undefined;
}

const ENTRY = "@latchkey/auth/component";

/** `import { … } from "@latchkey/auth/component"`, on one line or on many. */
const IMPORT =
  /(\b(?:import|export)\s*\{)([^}]*)(\}\s*from\s*["']@latchkey\/auth\/component["'])/g;

/**
 * What the library loads on the server when it is needed. Qwik strips the code
 * that would, but bundlers read what it names before they know.
 */
const SERVER_PACKAGES = /^(?:nodemailer|@simplewebauthn\/server)(?:\/|$)/;

/**
 * Keeps the function that `ComponentAuth$` is given on the server. Qwik's
 * optimizer makes a file of every closure, for browsers too, except where the
 * imported name says that it is the server's: this imports it under such a name.
 *
 * @example
 * ```ts ignore
 * // vite.config.ts
 * import { latchkey } from "@latchkey/auth/component/vite";
 *
 * export default defineConfig({
 *   plugins: [latchkey(), qwikCity(), qwikVite()],
 * });
 * ```
 */
export function latchkey(): LatchkeyPlugin {
  return {
    name: "latchkey",
    enforce: "pre",
    config: () => ({
      ssr: { noExternal: ["@latchkey/auth"] },
      optimizeDeps: { exclude: ["@latchkey/auth"] },
    }),
    resolveId(id, _importer, options) {
      if (options?.ssr || !SERVER_PACKAGES.test(id)) return undefined;
      return { id, external: true };
    },
    transform(code, id) {
      if (!code.includes(ENTRY) || id.includes("\0")) return undefined;
      const changed = code.replace(
        IMPORT,
        (_all, start: string, names: string, end: string) =>
          start + toServerNames(names) + end,
      );
      return changed === code ? undefined : { code: changed, map: null };
    },
  };
}

/** The optimizer takes closures out by the name that is imported: `route…$` stays on the server. */
function toServerNames(names: string): string {
  return names.replace(
    /(?<![\w$])ComponentAuth\$(?![\w$])(\s+as\b)?/g,
    (_name, as?: string) =>
      as === undefined ? "routeAuth$ as ComponentAuth$" : `routeAuth$${as}`,
  );
}
