/**
 * The ways to write the configuration of an application on Qwik, and whether it
 * reaches the browser.
 *
 * @module
 */

import { makeEmpty } from "../../scripts/node.ts";
import { qwikApp, runInApp } from "./app.ts";

/**
 * A value in the configurations of these small applications that browsers must
 * never see.
 */
const marker = "another-secret-of-the-server-of-36-chars";

const fn = `() => ({ secret: "${marker}", providers: [] })`;
const take = "export const { onRequest, useSession, useSignIn, useSignOut } =";
const from = 'from "@latchkey/auth/component"';
const constant = `const config = { secret: "${marker}", providers: [] };`;
const named = `import { ComponentAuth$ } ${from};\n`;

/**
 * Returns a module that calls `ComponentAuth$` with the constant above, and
 * uses it at its top level.
 */
function beside(code: string): Variant {
  return {
    fate: "refused",
    code: `${named}${constant}\n${code}\n${take} ComponentAuth$(() => config);`,
  };
}

/**
 * Returns a module whose configuration comes from a function elsewhere that
 * does more than return it.
 */
function factory(code: string): Variant {
  return {
    fate: "refused",
    lib:
      `export const make = () => { globalThis.made = true; return { secret: "${marker}", providers: [] }; };`,
    code:
      `${named}import { make } from "../lib/auth.ts";\n${code}\n${take} ComponentAuth$(() => config);`,
  };
}

/** The outcome for a configuration in a browser build. */
export type Fate = "kept" | "refused" | "published";

/** A way to write the route plugin. */
export interface Variant {
  readonly fate: Fate;
  /** The content of `src/routes/plugin@auth.ts`. */
  readonly code: string;
  /** The content of `src/lib/auth.ts`. */
  readonly lib?: string;
  /**
   * `bare`: without the Vite plugin; `link`: the package is a symlink, and
   * modules keep the paths of symlinks; `copy`: the plugin comes from another
   * copy of the package.
   */
  readonly kind?: "bare" | "link" | "copy";
}

/** Route plugins as users could write them. */
export const variants: Readonly<Record<string, Variant>> = {
  "a function in the call": {
    fate: "kept",
    code: `${named}${take} ComponentAuth$(${fn});`,
  },
  "another name, and braces in a comment": {
    fate: "kept",
    code:
      `import {\n  // the {integration}\n  ComponentAuth$ as Auth$,\n} ${from};\n${take} Auth$(${fn});`,
  },
  "a constant beside the call": {
    fate: "kept",
    code: `${named}${constant}\n${take} ComponentAuth$(() => config);`,
  },
  "a function beside the call": {
    fate: "kept",
    code: `${named}const load = ${fn};\n${take} ComponentAuth$(load);`,
  },
  "a function of another module": {
    fate: "kept",
    lib: `export const load = ${fn};`,
    code:
      `${named}import { load } from "../lib/auth.ts";\n${take} ComponentAuth$(load);`,
  },
  "a constant that setEnvDefaults() fills beside the call": {
    fate: "refused",
    code:
      `import { ComponentAuth$, setEnvDefaults } ${from};\n${constant}\nsetEnvDefaults({}, config);\n${take} ComponentAuth$(() => config);`,
  },
  // Bundlers know that freezing has no other effect, and drop it.
  "a frozen constant beside the call": {
    ...beside("Object.freeze(config);"),
    fate: "kept",
  },
  "a log of it beside the call": beside("console.log(config);"),
  // Bundlers evaluate it, and drop it.
  "a condition beside the call": {
    ...beside("if (!config.secret) throw config;"),
    fate: "kept",
  },
  // Qwik drops unused constants, whatever they do.
  "a constant of another module's factory beside the call": {
    ...factory("const config = make();"),
    fate: "kept",
  },
  "an exported constant of another module's factory": factory(
    "export const config = make();",
  ),
  "a component that shows it": beside(
    `import { component$ } from "@builder.io/qwik";\nexport const Shown = component$(() => config.providers.length);`,
  ),
  "what pages import beside the call": {
    fate: "kept",
    code:
      `${named}import { component$, $ } from "@builder.io/qwik";\nimport { routeLoader$ } from "@builder.io/qwik-city";\n${constant}\nexport const title = "A title";\nexport const isTitle = (text) => text === title;\nexport const useOther = routeLoader$(() => config.providers.length);\n${take} ComponentAuth$(() => config);`,
  },
  "an import of everything from a link": {
    fate: "refused",
    kind: "link",
    code: `import * as auth ${from};\n${take} auth.ComponentAuth$(${fn});`,
  },
  "an import of everything with a plugin of another copy": {
    fate: "refused",
    kind: "copy",
    code: `import * as auth ${from};\n${take} auth.ComponentAuth$(${fn});`,
  },
  "a constant that setEnvDefaults() fills, from a link": {
    fate: "refused",
    kind: "link",
    code:
      `import { ComponentAuth$, setEnvDefaults } ${from};\nexport const config = { secret: "${marker}", providers: [] };\nexport const used = () => setEnvDefaults({}, config);\n${take} ComponentAuth$(() => config);\nglobalThis.used = used;`,
  },
  "a function in the call, from a link": {
    fate: "kept",
    kind: "link",
    code: `${named}${take} ComponentAuth$(${fn});`,
  },
  "a function in the call, with a plugin of another copy": {
    fate: "kept",
    kind: "copy",
    code: `${named}${take} ComponentAuth$(${fn});`,
  },
  "an import of everything": {
    fate: "refused",
    code: `import * as auth ${from};\n${take} auth.ComponentAuth$(${fn});`,
  },
  "an import at run time": {
    fate: "refused",
    code:
      `const auth = await import("@latchkey/auth/component");\n${take} auth.ComponentAuth$(${fn});`,
  },
  "an export of the application's own": {
    fate: "refused",
    lib: `export { ComponentAuth$, ComponentAuthQrl } ${from};`,
    code:
      `import { ComponentAuth$ } from "../lib/auth.ts";\n${take} ComponentAuth$(${fn});`,
  },
  "an export of the application's own under another name": {
    fate: "refused",
    lib:
      `import { routeAuth$, routeAuthQrl } ${from};\nexport { routeAuth$ as own$, routeAuthQrl as ownQrl };`,
    code: `import { own$ } from "../lib/auth.ts";\n${take} own$(${fn});`,
  },
  "an export of everything": {
    fate: "refused",
    lib: `export * ${from};`,
    code:
      `import { ComponentAuth$ } from "../lib/auth.ts";\n${take} ComponentAuth$(${fn});`,
  },
  "a closure of Qwik's": {
    fate: "refused",
    code:
      `import { $ } from "@builder.io/qwik";\nimport { ComponentAuthQrl } ${from};\n${take} ComponentAuthQrl($(${fn}));`,
  },
  "ComponentAuth$ without the plugin, so the check can fail": {
    fate: "published",
    kind: "bare",
    code: `${named}${take} ComponentAuth$(${fn});`,
  },
  "the entry for Qwik 2": {
    fate: "refused",
    code:
      `import { ComponentAuth$ } from "@latchkey/auth/qwik";\n${take} ComponentAuth$(${fn});`,
  },
  "routeAuth$ without the plugin": {
    fate: "kept",
    kind: "bare",
    code: `import { routeAuth$ } ${from};\n${take} routeAuth$(${fn});`,
  },
};

/** The results of the small applications. */
export interface VariantResults {
  /** The outcome for each variant, by name: a {@link Fate}, or an error. */
  readonly fates: ReadonlyMap<string, string>;
  /**
   * Whether an error has the same class, whichever entry it is imported from.
   */
  readonly isOne: boolean;
}

/** Builds the small applications for browsers only, all in one process. */
export async function buildVariants(): Promise<VariantResults> {
  const list = Object.entries(variants);
  const folder = `${qwikApp}/.variants`;
  await makeEmpty(folder);
  const files = new URL("variants/", import.meta.url);
  const copy = (name: string, target: string) =>
    Deno.copyFile(new URL(name, files), `${folder}/${target}`);
  for (const [index, [, { code, lib }]] of list.entries()) {
    const src = `${folder}/${index}/src`;
    await Deno.mkdir(`${src}/routes`, { recursive: true });
    await Deno.mkdir(`${src}/lib`);
    await copy("root.tsx", `${index}/src/root.tsx`);
    await copy("index.tsx", `${index}/src/routes/index.tsx`);
    await Deno.writeTextFile(`${src}/routes/plugin@auth.ts`, code);
    if (lib !== undefined) await Deno.writeTextFile(`${src}/lib/auth.ts`, lib);
  }
  await copy("build.mjs", "build.mjs");
  await copy("classes.ts", "classes.ts");
  const kinds = list.map(([, { kind = "plugin" }]) => kind);
  const output = await runInApp([".variants/build.mjs", marker, ...kinds]);
  const [, json] = /^fates (.*)$/m.exec(output) ?? [];
  if (json === undefined) throw new Error(`No builds: ${output}`);
  const { fates, isOne } = JSON.parse(json);
  return { fates: new Map(list.map(([name], i) => [name, fates[i]])), isOne };
}
