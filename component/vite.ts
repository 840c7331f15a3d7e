/**
 * The Vite plugin that belongs to `@latchkey/auth/component` and to
 * `@latchkey/auth/qwik`.
 *
 * @module
 */

import { importInTurn, withoutImports } from "./vite_imports.ts";
import { findLeak, hasRest, type Program } from "./vite_leaks.ts";
import { createSecrets } from "./vite_secrets.ts";
import { findOther, nameForServer, toOtherQwik } from "./vite_entries.ts";
import { createOwnership, type Kind } from "./vite_own.ts";
import {
  isUnknownClient,
  mendPrefetch,
  mendRedirect,
} from "./vite_prefetch.ts";

/** The parts of a Vite plugin that this one uses; those of Vite 5 to 8 fit. */
export interface LatchkeyPlugin {
  /** Name, for messages. */
  readonly name: string;
  /** Runs before Qwik's plugin. */
  readonly enforce: "pre";
  /** Makes Vite compile the library as part of the application. */
  config(): Record<string, unknown>;
  /** Keeps server packages out of the browser's build. */
  resolveId(
    id: string,
    importer?: string,
    options?: { ssr?: boolean | undefined },
  ): { id: string; external: true } | undefined;
  /** Reads whether this build is for browsers. */
  configResolved(config: ResolvedConfig): void;
  /**
   * Marks the configuration as server-only, fixes how Qwik's client follows
   * refusals, and keeps the library's dynamic imports apart in development.
   */
  transform(
    code: string,
    id: string,
    options?: { ssr?: boolean | undefined },
  ): { code: string; map: null } | undefined;
  /** Fails a browser build that contains the configuration. */
  moduleParsed(this: BuildContext, module: ParsedModule): Promise<void>;
  /** Fails a browser build that contains server code. */
  generateBundle(
    this: BuildContext,
    options: unknown,
    bundle: Readonly<Record<string, OutputFile>>,
  ): void;
}

/** The parts of Vite's configuration that are read. */
export interface ResolvedConfig {
  /** The mode, whose `.env` files Vite reads, such as `production`. */
  readonly mode?: string | undefined;
  /** The folder of the `.env` files; false: none are read. */
  readonly envDir?: string | false | undefined;
  /** `build`, or `serve` in development. */
  readonly command: string;
  /** Options of the build. */
  readonly build: { readonly ssr: unknown };
  /** All plugins. */
  readonly plugins?: readonly { readonly name: string }[] | undefined;
}

/** The parts of a build context that are used. */
export interface BuildContext {
  /** Ends the build. */
  error(message: string): never;
  /** Shows a warning. */
  warn(message: string): void;
  /** Parses a script into a tree, as the ESTree specification has it. */
  parse(code: string): unknown;
  /** Resolves an import. */
  resolve(
    source: string,
    importer?: string,
  ): Promise<{ readonly id: string } | null>;
  /** Vite 6 and later can build for several environments at once. */
  readonly environment?: { readonly config: { readonly consumer: string } };
}

/** A module after all plugins have transformed it. */
export interface ParsedModule {
  /** The path, with suffixes that plugins add. */
  readonly id: string;
  /** Null for modules outside the build. */
  readonly code: string | null;
  /** Static imports. */
  readonly importedIds: readonly string[];
  /** Dynamic imports. */
  readonly dynamicallyImportedIds: readonly string[];
}

/** A file of a build. */
export interface OutputFile {
  /** Its path. */
  readonly fileName: string;
  /** The text of a script. */
  readonly code?: string | undefined;
  /** The content of any other file. */
  readonly source?: string | Uint8Array | undefined;
  /** The modules that it contains, by path. */
  readonly modules?: Readonly<
    Record<
      string,
      { readonly renderedLength: number; readonly code?: string | null }
    >
  >;
}

/**
 * Packages that the library loads on the server on demand. Qwik strips the code
 * that would load them, but bundlers resolve the imports before.
 */
const SERVER_PACKAGES = /^(?:nodemailer|@simplewebauthn\/server)(?:\/|$)/;

/**
 * Keeps the function that `ComponentAuth$` is given on the server. Qwik's
 * optimizer makes a file of every closure, for browsers too, unless the
 * imported name marks it as server-only: this plugin imports it under such a
 * name. A browser build that would still contain the configuration fails.
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
  const { toOwnPath, isEntry, kindOf } = createOwnership();
  /** The modules that call `ComponentAuth$`. */
  const callers = new Set<string>();
  const secrets = createSecrets();
  let target: Target = "server";
  let other: string | null = null;
  const isForBrowsers = ({ environment }: BuildContext) =>
    target === "browsers" && environment?.config.consumer !== "server";
  return {
    name: "latchkey",
    enforce: "pre",
    config: () => ({
      ssr: { noExternal: ["@latchkey/auth"] },
      optimizeDeps: { exclude: ["@latchkey/auth"] },
    }),
    resolveId(id, _importer, options) {
      if (id === other) throw new Error(toOtherQwik(id));
      if (options?.ssr || !SERVER_PACKAGES.test(id)) return undefined;
      return { id, external: true };
    },
    configResolved({ command, build, plugins = [], ...place }) {
      other = findOther(plugins);
      secrets.read(place);
      target = build.ssr ? "server" : "browsers";
      if (command === "serve") target = "development";
    },
    transform(code, id, options) {
      const changed = findChange(kindOf(id), target, options?.ssr)(code, id);
      return changed === code ? undefined : { code: changed, map: null };
    },
    async moduleParsed({ id, code, importedIds, dynamicallyImportedIds }) {
      if (!isForBrowsers(this) || code === null) return;
      if (toOwnPath(id) !== null) return;
      if (CLIENT.test(id) && isUnknownClient(code)) this.warn(UNKNOWN_CLIENT);
      secrets.collect(id, code, (text) => this.parse(text) as Program);
      if (![...importedIds, ...dynamicallyImportedIds].some(isEntry)) return;
      callers.add(id);
      const isOurs = async (source: string) =>
        isEntry((await this.resolve(source, id))?.id ?? "");
      const leak = await findLeak(this.parse(code) as Program, isOurs);
      if (leak !== null) this.error(toLeak(id, leak));
    },
    generateBundle(_options, bundle) {
      if (!isForBrowsers(this)) return;
      secrets.check(bundle, (message) => this.error(message));
      for (const { fileName, modules = {} } of Object.values(bundle)) {
        for (const [id, { renderedLength, code }] of Object.entries(modules)) {
          const path = toOwnPath(id);
          if (path !== null && renderedLength > 0 && !isEntry(id)) {
            this.error(toServerCode(fileName, path));
          }
          if (callers.has(id) && code && hasRest(this.parse(code) as Program)) {
            this.error(toTopLevelCode(fileName, id));
          }
        }
      }
    },
  };
}

/** The clients of Qwik City and of Qwik Router. */
const CLIENT =
  /(?:@builder\.io[\\/]qwik-city|@qwik\.dev[\\/]router)[\\/]lib[\\/]/;

const UNKNOWN_CLIENT =
  'latchkey() does not know this version of Qwik: a click on a <Link> to a guarded page may do nothing for who is not signed in. Write <Link prefetch="js"> there.';

function toLeak(id: string, leak: string): string {
  return `${id}: ${leak} Qwik would put the configuration into a file that every browser can download.`;
}

function toServerCode(fileName: string, path: string): string {
  return `${fileName}: every browser could download this file, which contains server-only code (${path} of @latchkey/auth). Put the configuration inside the function passed to ComponentAuth$; create providers and call setEnvDefaults() there, not at the top level of a module; read sessions in loaders, actions and handlers only.`;
}

function toTopLevelCode(fileName: string, id: string): string {
  return `${id}: code at the top level of this module would run in ${fileName}, which every browser can download, and may hold the configuration. Move it into the function passed to ComponentAuth$, and put code for browsers into a module of its own.`;
}

/** What a build is for. */
type Target = "browsers" | "development" | "server";

/** Returns what changes a module: one of the library, or any other. */
function findChange(
  own: Kind | null,
  target: Target,
  isServer = false,
): (code: string, id: string) => string {
  if (own === "inner" && target === "development" && isServer) {
    return importInTurn;
  }
  if (own !== null && target === "browsers" && !isServer) return withoutImports;
  return change;
}

function change(code: string, id: string): string {
  return CLIENT.test(id)
    ? mendRedirect(mendPrefetch(code))
    : nameForServer(code, id);
}
