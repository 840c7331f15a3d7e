/**
 * The Vite plugin that belongs to `@latchkey/auth/component`.
 *
 * @module
 */

import { findLeak, hasRest, type Program } from "./vite_leaks.ts";
import { createOwnership } from "./vite_own.ts";
import { isUnknownClient, mendPrefetch } from "./vite_prefetch.ts";

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
  /** Learns whether this build is for browsers. */
  configResolved(config: ResolvedConfig): void;
  /** Marks the configuration as belonging to the server, and mends the prefetch of Qwik City. */
  transform(code: string, id: string): { code: string; map: null } | undefined;
  /** Fails a build for browsers that holds the configuration. */
  moduleParsed(this: BuildContext, module: ParsedModule): Promise<void>;
  /** Fails a build for browsers that holds what belongs to the server. */
  generateBundle(
    this: BuildContext,
    options: unknown,
    bundle: Readonly<Record<string, OutputFile>>,
  ): void;
}

/** What is read of Vite's configuration. */
export interface ResolvedConfig {
  /** `build`, or `serve` while developing. */
  readonly command: string;
  /** Options of the build. */
  readonly build: { readonly ssr: unknown };
}

/** What is used of the context of a build. */
export interface BuildContext {
  /** Ends the build. */
  error(message: string): never;
  /** Shows a warning. */
  warn(message: string): void;
  /** A script as a tree, as the ESTree specification has it. */
  parse(code: string): unknown;
  /** Where an import leads. */
  resolve(
    source: string,
    importer?: string,
  ): Promise<{ readonly id: string } | null>;
  /** Vite 6 and later can build for several places at once. */
  readonly environment?: { readonly config: { readonly consumer: string } };
}

/** A module after all plugins had it. */
export interface ParsedModule {
  /** Path, and whatever plugins add. */
  readonly id: string;
  /** Null for what is not part of the build. */
  readonly code: string | null;
  /** What it imports. */
  readonly importedIds: readonly string[];
  /** What it imports later. */
  readonly dynamicallyImportedIds: readonly string[];
}

/** A file of a build. */
export interface OutputFile {
  /** Its path. */
  readonly fileName: string;
  /** By path: the modules that it consists of. */
  readonly modules?: Readonly<
    Record<
      string,
      { readonly renderedLength: number; readonly code?: string | null }
    >
  >;
}

/**
 * What the library loads on the server when it is needed. Qwik strips the code
 * that would, but bundlers read what it names before they know.
 */
const SERVER_PACKAGES = /^(?:nodemailer|@simplewebauthn\/server)(?:\/|$)/;

/**
 * Keeps the function that `ComponentAuth$` is given on the server. Qwik's
 * optimizer makes a file of every closure, for browsers too, except where the
 * imported name says that it is the server's: this imports it under such a name.
 * A build for browsers that would hold the configuration all the same fails.
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
  const { toOwnPath, isEntry } = createOwnership();
  /** The modules that call `ComponentAuth$`. */
  const callers = new Set<string>();
  let isClientBuild = false;
  const isForBrowsers = ({ environment }: BuildContext) =>
    isClientBuild && environment?.config.consumer !== "server";
  return {
    name: "latchkey",
    enforce: "pre",
    config: () => ({
      ssr: { noExternal: ["@latchkey/auth"] },
      optimizeDeps: { exclude: ["@latchkey/auth"] },
    }),
    resolveId(id, _importer, options) {
      if (id.startsWith("@qwik.dev/")) throw new Error(QWIK_2);
      if (options?.ssr || !SERVER_PACKAGES.test(id)) return undefined;
      return { id, external: true };
    },
    configResolved({ command, build }) {
      isClientBuild = command === "build" && !build.ssr;
    },
    transform(code, id) {
      const changed = CLIENT.test(id)
        ? mendPrefetch(code)
        : nameForServer(code, id);
      return changed === code ? undefined : { code: changed, map: null };
    },
    async moduleParsed({ id, code, importedIds, dynamicallyImportedIds }) {
      if (!isForBrowsers(this) || code === null) return;
      if (toOwnPath(id) !== null) return;
      if (CLIENT.test(id) && isUnknownClient(code)) this.warn(UNKNOWN_CLIENT);
      const imported = [...importedIds, ...dynamicallyImportedIds];
      if (!imported.some(isEntry)) return;
      callers.add(id);
      const isOurs = async (source: string) =>
        isEntry((await this.resolve(source, id))?.id ?? "");
      const leak = await findLeak(this.parse(code) as Program, isOurs);
      if (leak !== null) {
        this.error(
          `${id}: ${leak} Qwik would put the configuration into a file that every browser can download.`,
        );
      }
    },
    generateBundle(_options, bundle) {
      if (!isForBrowsers(this)) return;
      for (const { fileName, modules = {} } of Object.values(bundle)) {
        for (const [id, { renderedLength, code }] of Object.entries(modules)) {
          const path = toOwnPath(id);
          if (path !== null && renderedLength > 0 && !isEntry(id)) {
            this.error(
              `${fileName}: every browser could download this file, which uses what belongs to the server (${path} of @latchkey/auth). Write the configuration inside of the function that ComponentAuth$ is given, and there, not at the top level of a module, make providers and call setEnvDefaults(); read sessions in loaders, actions and handlers only.`,
            );
          }
          if (callers.has(id) && code && hasRest(this.parse(code) as Program)) {
            this.error(
              `${id}: something at the top level of this module would run in ${fileName}, which every browser can download, and may hold the configuration. Move it into the function that ComponentAuth$ is given; what browsers need goes into a module of its own.`,
            );
          }
        }
      }
    },
  };
}

const ENTRY = "@latchkey/auth/component";

/** The client of Qwik City. */
const CLIENT = /@builder\.io[\\/]qwik-city[\\/]lib[\\/]/;

const QWIK_2 =
  "@latchkey/auth does not support Qwik 2 (@qwik.dev/core, @qwik.dev/router) yet: use @builder.io/qwik and @builder.io/qwik-city from 1.20 on, below 2.";

const UNKNOWN_CLIENT =
  'latchkey() does not know this version of @builder.io/qwik-city: a click on a <Link> to a guarded page may do nothing for who is not signed in. Write <Link prefetch="js"> there.';

function nameForServer(code: string, id: string): string {
  if (!code.includes(ENTRY) || id.includes("\0")) return code;
  return code.replace(
    IMPORT,
    (_all, start: string, names: string, end: string) =>
      start + toServerNames(names) + end,
  );
}

/** `import { … } from "@latchkey/auth/component"`, on one line or on many; comments may hold braces. */
const IMPORT =
  /(\bimport\s*\{)((?:\/\*[^]*?\*\/|\/\/[^\n]*|[^}/])*)(\}\s*from\s*["']@latchkey\/auth\/component["'])/g;

/** The optimizer takes closures out by the name that is imported: `route…$` stays on the server. */
function toServerNames(names: string): string {
  return names.replace(
    /(?<![\w$])ComponentAuth\$(?![\w$])(\s+as\b)?/g,
    (_name, as?: string) =>
      as === undefined ? "routeAuth$ as ComponentAuth$" : `routeAuth$${as}`,
  );
}
