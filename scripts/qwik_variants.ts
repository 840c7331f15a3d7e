import { qwikApp, runInApp } from "./qwik_app.ts";

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
  /** True to build without the Vite plugin. */
  readonly isBare?: boolean;
  /**
   * True if the package is a symlink, and modules keep the paths of symlinks.
   */
  readonly isLinked?: boolean;
  /** True if the plugin comes from another copy of the package. */
  readonly isCopy?: boolean;
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
    isLinked: true,
    code: `import * as auth ${from};\n${take} auth.ComponentAuth$(${fn});`,
  },
  "an import of everything with a plugin of another copy": {
    fate: "refused",
    isCopy: true,
    code: `import * as auth ${from};\n${take} auth.ComponentAuth$(${fn});`,
  },
  "a constant that setEnvDefaults() fills, from a link": {
    fate: "refused",
    isLinked: true,
    code:
      `import { ComponentAuth$, setEnvDefaults } ${from};\nexport const config = { secret: "${marker}", providers: [] };\nexport const used = () => setEnvDefaults({}, config);\n${take} ComponentAuth$(() => config);\nglobalThis.used = used;`,
  },
  "a function in the call, from a link": {
    fate: "kept",
    isLinked: true,
    code: `${named}${take} ComponentAuth$(${fn});`,
  },
  "a function in the call, with a plugin of another copy": {
    fate: "kept",
    isCopy: true,
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
    isBare: true,
    code: `${named}${take} ComponentAuth$(${fn});`,
  },
  "Qwik 2 under other names": {
    fate: "refused",
    code: `${named}import "@qwik.dev/core";\n${take} ComponentAuth$(${fn});`,
  },
  "routeAuth$ without the plugin": {
    fate: "kept",
    isBare: true,
    code: `import { routeAuth$ } ${from};\n${take} routeAuth$(${fn});`,
  },
};

const page = `import { component$ } from "@builder.io/qwik";
import { useSession, useSignIn, useSignOut } from "./plugin@auth.ts";
export default component$(() => {
  const session = useSession();
  const forms = [useSignIn(), useSignOut()];
  return <button onClick$={() => forms[0].submit({ providerId: "x" })}>{session.value?.expires}{forms[1].status}</button>;
});
`;

const root = `import { component$ } from "@builder.io/qwik";
import { QwikCityProvider, RouterOutlet } from "@builder.io/qwik-city";
export default component$(() => (
  <QwikCityProvider><head></head><body><RouterOutlet /></body></QwikCityProvider>
));
`;

const folder = ".variants";

/** Builds all of them for browsers only, sequentially in one process. */
const script = `import { qwikCity } from "@builder.io/qwik-city/vite";
import { qwikVite } from "@builder.io/qwik/optimizer";
import { latchkey } from "@latchkey/auth/component/vite";
import { cp, mkdir, readdir, readFile, symlink } from "node:fs/promises";
import { build } from "vite";
const [marker, ...kinds] = process.argv.slice(2);
const own = "node_modules/@latchkey/auth";
// Another copy: its modules have other paths.
const copy = "${folder}/copy/node_modules/@latchkey/auth";
await cp(own, copy, { recursive: true });
const { latchkey: latchkeyOfCopy } = await import(\`../\${copy}/component/vite.js\`);
const fates = [];
for (let i = 0; i < kinds.length; i++) {
  const dir = \`${folder}/\${i}\`;
  const qwik = [
    qwikCity({ routesDir: \`\${dir}/src/routes\`, trailingSlash: false }),
    qwikVite({ srcDir: \`\${dir}/src\`, client: { outDir: \`\${dir}/dist\` } }),
  ];
  const plugin = kinds[i] === "copy" ? latchkeyOfCopy() : latchkey();
  if (kinds[i] === "link") {
    await mkdir(\`\${dir}/node_modules/@latchkey\`, { recursive: true });
    await symlink(process.cwd() + "/" + copy, \`\${dir}/node_modules/@latchkey/auth\`);
  }
  try {
    await build({
      configFile: false,
      resolve: { preserveSymlinks: kinds[i] === "link" },
      logLevel: "silent",
      plugins: kinds[i] === "bare" ? qwik : [plugin, ...qwik],
      publicDir: false,
      // Without the plugin, nobody else keeps these out.
      build: { rollupOptions: { external: kinds[i] === "bare" ? [/^nodemailer/, /^@simplewebauthn/] : [] } },
    });
    const names = await readdir(\`\${dir}/dist/build\`);
    const files = names.map((name) => readFile(\`\${dir}/dist/build/\${name}\`, "utf8"));
    const texts = await Promise.all(files);
    if (texts.length < 5) throw new Error("There are too few files.");
    fates.push(texts.some((text) => text.includes(marker)) ? "published" : "kept");
  } catch (error) {
    const isRefused = error.plugin === "latchkey" || error.message.includes("does not support Qwik 2");
    fates.push(isRefused ? "refused" : String(error.stack));
  }
}
await build({
  configFile: false,
  logLevel: "silent",
  plugins: [
    latchkey(),
    qwikCity({ routesDir: "${folder}/0/src/routes" }),
    qwikVite({ srcDir: "${folder}/0/src", ssr: { input: "${folder}/classes.ts", outDir: "${folder}/server" } }),
  ],
  build: { ssr: true },
});
const { isOne } = await import("./server/classes.js");
console.log("fates " + JSON.stringify({ fates, isOne }));
`;

/**
 * An error that an application throws must be of the library's class, whichever
 * entry it is imported from.
 */
const classes = `import * as component from "@latchkey/auth/component";
import { AuthError, CredentialsSignin } from "@latchkey/auth/errors";
export const isOne = component.CredentialsSignin === CredentialsSignin &&
  component.AuthError === AuthError;
`;

/** The results of the small applications. */
export interface VariantResults {
  /** The outcome for each variant, by name: a {@link Fate}, or an error. */
  readonly fates: ReadonlyMap<string, string>;
  /**
   * Whether an error has the same class, whichever entry it is imported from.
   */
  readonly isOne: boolean;
}

/** Builds the small applications for browsers only. */
export async function buildVariants(): Promise<VariantResults> {
  const entries = Object.entries(variants);
  await Deno.remove(`${qwikApp}/${folder}`, { recursive: true })
    .catch(() => {});
  for (const [index, [, { code, lib }]] of entries.entries()) {
    const src = `${qwikApp}/${folder}/${index}/src`;
    await Deno.mkdir(`${src}/routes`, { recursive: true });
    await Deno.mkdir(`${src}/lib`);
    await Deno.writeTextFile(`${src}/root.tsx`, root);
    await Deno.writeTextFile(`${src}/routes/index.tsx`, page);
    await Deno.writeTextFile(`${src}/routes/plugin@auth.ts`, code);
    if (lib !== undefined) await Deno.writeTextFile(`${src}/lib/auth.ts`, lib);
  }
  await Deno.writeTextFile(`${qwikApp}/${folder}/build.mjs`, script);
  await Deno.writeTextFile(`${qwikApp}/${folder}/classes.ts`, classes);
  const kinds = entries.map(([, { isBare, isCopy, isLinked }]) =>
    isBare ? "bare" : isCopy ? "copy" : isLinked ? "link" : "plugin"
  );
  const output = await runInApp([`${folder}/build.mjs`, marker, ...kinds]);
  const [, json] = /^fates (.*)$/m.exec(output) ?? [];
  if (json === undefined) throw new Error(`No builds: ${output}`);
  const { fates, isOne } = JSON.parse(json);
  const names = entries.map(([name]) => name);
  return { fates: new Map(names.map((name, i) => [name, fates[i]])), isOne };
}
