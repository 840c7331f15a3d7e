/**
 * The module for Nuxt 4: `useAuth()`, the page middleware `auth`, and the type of
 * the session. What it adds is text, which Nuxt compiles with the application.
 *
 * @example
 * ```ts ignore
 * // nuxt.config.ts
 * export default defineNuxtConfig({ modules: ["@latchkey/auth/nuxt"] });
 * ```
 *
 * @module
 */

import { existsSync } from "node:fs";
import { relative } from "node:path";
import { COMPOSABLE, GUARD, TYPES } from "./texts.ts";

/** Options of the module. */
export interface NuxtModuleOptions {
  /** The path of the auth routes, below `app.baseURL`. Default `/auth`. */
  readonly basePath?: string | undefined;
}

/** What the module uses of Nuxt. */
export interface NuxtBuild {
  /** The options of the application. */
  readonly options: {
    /** The folder of what is generated. */
    readonly buildDir: string;
    /** The folder of the server. */
    readonly serverDir: string;
    /** Options of the build. */
    readonly build: {
      /** The files to generate. */
      readonly templates: unknown[];
    };
  };
  /** Adds to what Nuxt collects. */
  hook(name: string, add: (found: never) => void): unknown;
}

/**
 * Adds `useAuth()` and the page middleware `auth`. The type of the session is
 * that of `auth` in `server/utils/auth.ts`, if there is one.
 */
export default function latchkey(
  { basePath = "/auth" }: NuxtModuleOptions,
  nuxt: NuxtBuild,
): void {
  const { buildDir, serverDir, build } = nuxt.options;
  const source = `${serverDir}/utils/auth`;
  const server = existsSync(`${source}.ts`)
    ? toImport(relative(`${buildDir}/latchkey`, source))
    : "declare const auth: unknown;";
  const add = (name: string, text: string): string => {
    const filename = `latchkey/${name}`;
    const getContents = () =>
      text.replace("/* auth */", server)
        .replace("/* basePath */", JSON.stringify(basePath));
    build.templates.push({ filename, write: true, getContents });
    return `${buildDir}/${filename}`;
  };
  const from = add("use_auth.ts", COMPOSABLE);
  const path = add("guard.ts", GUARD);
  const types = { path: add("types.d.ts", TYPES) };
  nuxt.hook("imports:extend", (found: object[]) => {
    found.push({ name: "useAuth", from });
  });
  nuxt.hook("app:resolve", ({ middleware }: { middleware: object[] }) => {
    middleware.push({ name: "auth", path, global: false });
  });
  for (const name of ["prepare:types", "nitro:prepare:types"]) {
    nuxt.hook(name, ({ references }: { references: object[] }) => {
      references.push(types);
    });
  }
}

function toImport(path: string): string {
  return `import type { auth } from ${JSON.stringify(path)};`;
}
