// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
/**
 * Builds the npm package from the output of `deno pack`, which neither bundles
 * nor writes every field of package.json.
 *
 * @module
 */

import { repository } from "../core/errors/docs.ts";
import { bundle } from "./bundle_npm.ts";
import { deno, exists, listFiles, root, runOrThrow } from "./command.ts";
import { makeEmpty, npm } from "./node.ts";
import { writeDocuments } from "./documents_npm.ts";
import { qwik2Exports, writeQwik2 } from "./qwik2_npm.ts";
import { entries, isTestFile, name, version } from "./workspace.ts";

/** The dependencies of the library; `layer_rules.ts` says who may import them. */
export const dependencies: readonly string[] = [
  "jose",
  "oauth4webapi",
  "uqr",
];
/**
 * Optional peer dependencies and their minimum versions. Each is loaded when it
 * is first used.
 */
export const optionalPeers: Readonly<Record<string, string>> = {
  "@simplewebauthn/server": "^14.0.0",
  nodemailer: ">=7.0.7",
  parse5: ">=7.0.0",
};

/** Frameworks that the application installs, if it uses them. */
export const peers: Readonly<Record<string, string>> = {
  "@builder.io/qwik": ">=1.20.0 <2",
  "@builder.io/qwik-city": ">=1.20.0 <2",
  fastify: "^5.0.0",
  "@qwik.dev/core": ">=2.0.0-beta.45 <3",
  "@qwik.dev/router": ">=2.0.0-beta.45 <3",
  hono: "^4.0.0",
  next: "^16.0.0",
  "@nestjs/common": ">=11.0.0 <13",
  "@nestjs/core": ">=11.0.0 <13",
  "@nestjs/websockets": ">=11.0.0 <13",
  "@sveltejs/kit": ">=2.20.0 <4",
  // Vite bundles packages with this peer, which then share the application's
  // copy of SvelteKit.
  svelte: "^5.0.0",
  "@tanstack/react-router": "^1.170.0",
  // TanStack Start bundles packages with this peer, for the same reason.
  "@tanstack/react-start": "^1.169.0",
  react: ">=18.0.0",
  "solid-js": "^1.8.0",
  vue: "^3.3.0",
};

/**
 * Qwik's optimizer compiles files with this in their name, in the application's
 * build, so that the library's loaders and actions are split as well.
 */
const compiledByHost = "component.js";

/** The oldest versions of each line on which `require()` of an ES module works. */
export const engines = { node: "^20.19.0 || >=22.12.0" };

/**
 * How npm publishes each package: for everybody, and only where it can attest
 * which commit and which run the tarball comes from.
 */
export const publishConfig = { access: "public", provenance: true };

/** Fields of package.json that have no counterpart in deno.json. */
const metadata = {
  ...toLinks(repository),
  description:
    "Sign-in and sessions for Express, Qwik City and every server that speaks Request and Response: OAuth, OpenID Connect, passwords, mail links, passkeys.",
  keywords: [
    "auth",
    "authentication",
    "oauth",
    "oidc",
    "openid",
    "session",
    "express",
    "qwik",
    "deno",
  ],
  engines,
  publishConfig,
  sideEffects: false,
  files: [
    "**/*.js",
    "**/*.d.ts",
    "adapters/schema/*.sql",
    "docs/**/*.md",
    "CHANGELOG.md",
    "SECURITY.md",
  ],
};

interface PackedManifest {
  dependencies?: Record<string, string>;
  [field: string]: unknown;
}

/** The folder of the package. */
export const npmFolder: string = `${root}npm`;

/** Returns the tarball that would be published; builds it if nothing has. */
export const findTarball: () => Promise<string> = createPackageFinder(
  "PACKAGE_TARBALL",
  buildNpm,
);

/**
 * Creates a function that builds a package once.
 *
 * @param variable tells other processes which tarball was built for them
 */
export function createPackageFinder(
  variable: string,
  build: () => Promise<string>,
): () => Promise<string> {
  let building: Promise<string> | undefined;
  return async () => {
    const built = Deno.env.get(variable) ?? await (building ??= build());
    Deno.env.set(variable, built);
    return built;
  };
}

/** Builds the npm package into `npm/` and packs it; returns the tarball. */
export async function buildNpm(): Promise<string> {
  const dir = npmFolder;
  await makeEmpty(dir);
  // Inline source maps would contain paths of this machine.
  const flags = ["--quiet", "--allow-dirty", "--no-source-maps"];
  const packed = `${dir}/pack.tgz`;
  await deno("pack", ...flags, "-o", packed);
  await runOrThrow("tar", ["-xzf", packed, "--strip-components=1", "-C", dir]);
  await Deno.remove(packed);
  for (const path of await removeModules(dir)) {
    if (path.endsWith(".js") || isTestFile(path)) continue;
    console.error(
      `note: ${path} is reached from no export and stays out of the package`,
    );
  }
  await bundle(dir, {
    entries: Object.values(entries),
    external: [
      ...dependencies,
      ...Object.keys({ ...optionalPeers, ...peers }),
      // Next has it.
      "server-only",
    ],
    toBuilt,
  });
  await writeQwik2(dir);
  await writeManifest(dir);
  await writeDocuments(dir);
  await rewrite(`${dir}/server/types.d.ts`, (text) => text + locals);
  await assertFiles(dir);
  return await pack(dir, { name, version });
}

/** Packs a package in its folder, and returns the tarball. */
export async function pack(
  dir: string,
  { name, version }: { readonly name: string; readonly version: string },
): Promise<string> {
  await unifyModes(dir);
  const target = ["--pack-destination", dir];
  await runOrThrow(npm, ["pack", dir, ...target, "--ignore-scripts"]);
  const file = name.replace("@", "").replace("/", "-");
  return `${dir}/${file}-${version}.tgz`;
}

/**
 * Gives the files the modes that they have everywhere: npm packs those of the
 * disk, which depend on the umask of whoever builds.
 */
async function unifyModes(dir: string): Promise<void> {
  for (const path of await listFiles("", dir)) {
    const { mode } = await Deno.stat(`${dir}/${path}`);
    const isProgram = ((mode ?? 0) & 0o100) !== 0;
    await Deno.chmod(`${dir}/${path}`, isProgram ? 0o755 : 0o644);
  }
}

async function rewrite(path: string, change: (text: string) => string) {
  await Deno.writeTextFile(path, change(await Deno.readTextFile(path)));
}

/**
 * Removes what runs, and leaves the declarations: `deno pack` writes a module
 * for each source, and copies TypeScript that no export reaches (test helpers)
 * as it is.
 */
async function removeModules(dir: string): Promise<string[]> {
  const modules = (await listFiles("", dir)).filter((path) =>
    /\.(?:js|[cm]?tsx?)$/.test(path) && !path.endsWith(".d.ts")
  );
  for (const path of modules) await Deno.remove(`${dir}/${path}`);
  return modules;
}

function toTypes(path: string): string {
  return path.replace(/\.ts$/, ".d.ts");
}

function toScript(path: string): string {
  return path.replace(/\.ts$/, ".js");
}

/** Returns a module's file name in the package. */
function toBuilt(path: string): string {
  return path.replace(/^\.\//, "") === compiledByHost
    ? path.replace(/\.js$/, ".qwik.js")
    : path;
}

async function writeManifest(dir: string): Promise<void> {
  const all = { ...peers, ...optionalPeers };
  const isOptional = Object.keys(all).map((peer) => [peer, { optional: true }]);
  await rewrite(`${dir}/package.json`, (text) => {
    const packed = JSON.parse(text);
    const own = dependencies.map((one) => [one, packed.dependencies[one]]);
    const manifest = {
      ...packed,
      ...metadata,
      exports: toExports(),
      dependencies: Object.fromEntries(own),
      peerDependencies: all,
      peerDependenciesMeta: Object.fromEntries(isOptional),
      // By this field Qwik's plugin recognises a package that it has to compile.
      qwik: toBuilt(`./${compiledByHost}`),
    };
    return JSON.stringify(manifest, null, 2) + "\n";
  });
}

/**
 * Returns the entries of the package. Definitions of providers share a pattern:
 * Node parses package.json at each start, and takes a quarter of the time of an
 * import for a list of them all.
 */
function toExports(): Record<string, unknown> {
  // `default`, not `import`, so that `require()` finds the entry too.
  const toTarget = (path: string) => ({
    types: toTypes(path),
    default: toBuilt(toScript(path)),
  });
  const single = Object.entries(entries).filter(([entry, path]) =>
    !/^\.\/providers\/[^/]+$/.test(entry) || path !== `${entry}.ts`
  );
  return {
    ...Object.fromEntries(
      single.map(([entry, path]) => [entry, toTarget(path)]),
    ),
    ...qwik2Exports,
    "./providers/*": toTarget("./providers/*.ts"),
    // It is `./providers`. Nuxt fails at null, which means the same.
    "./providers/mod": {},
    "./package.json": "./package.json",
  };
}

/** Returns the fields of package.json that link to the project. */
export function toLinks(repository: string | null): Record<string, unknown> {
  if (repository === null) return {};
  return {
    repository: { type: "git", url: `git+${repository}.git` },
    homepage: `${repository}#readme`,
    bugs: `${repository}/issues`,
  };
}

/**
 * Declares the type of `res.locals.session` for Express. The sources cannot:
 * JSR does not allow global type declarations. An application's own `session`
 * in `Express.Locals` overrides the inherited one.
 */
const locals = `
declare global {
  namespace Express {
    interface Locals extends ServerLocals {}
  }
}
`;

/** Throws if a file is missing: `deno pack` only warns when it drops one. */
async function assertFiles(dir: string): Promise<void> {
  for (const [entry, path] of Object.entries(entries)) {
    for (const file of [toBuilt(toScript(path)), toTypes(path)]) {
      if (await exists(`${dir}/${file}`)) continue;
      throw new Error(`Export ${entry} has no ${file}`);
    }
  }
}

if (import.meta.main) console.log((await buildNpm()).slice(root.length));
