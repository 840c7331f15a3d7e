// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
import { isTestFile } from "./library.ts";
import { exists, listFiles, npm, root, runOrThrow } from "./command.ts";
import { readModuleGraph } from "./module_graph.ts";
import { readWorkspace, type Workspace } from "./workspace.ts";

/**
 * The packages that library code may import; all others belong to tests and
 * examples.
 */
const dependencies = ["jose", "oauth4webapi"];
/**
 * Optional peer dependencies and their minimum versions. Each is loaded when it
 * is first used.
 */
export const optionalPeers: Readonly<Record<string, string>> = {
  "@simplewebauthn/server": "^14.0.0",
  nodemailer: ">=7.0.7",
  parse5: ">=7.0.0",
};
const packages = [...dependencies, ...Object.keys(optionalPeers)];

/** Frameworks that the application installs, if it uses them. */
const peers: Readonly<Record<string, string>> = {
  "@builder.io/qwik": ">=1.20.0 <2",
  "@builder.io/qwik-city": ">=1.20.0 <2",
};

/**
 * Qwik's optimizer compiles files with this in their name, in the application's
 * build, so that the library's loaders and actions are split as well.
 */
const compiledByHost = "component.js";

/**
 * The URL of the source code, such as "https://github.com/owner/name"; null
 * until it is public.
 */
const repository: string | null = null;

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
  // The oldest versions of each line on which `require()` of an ES module
  // works.
  engines: { node: "^20.19.0 || >=22.12.0" },
  sideEffects: false,
  files: ["**/*.js", "**/*.d.ts", "adapters/schema/*.sql", "CHANGELOG.md"],
};

/** The npm package: its folder and the tarball that would be published. */
export interface NpmBuild {
  dir: string;
  tarball: string;
}

interface PackedManifest {
  dependencies?: Record<string, string>;
  [field: string]: unknown;
}

/** Builds the npm package into `npm/` and packs it. */
export async function buildNpm(): Promise<NpmBuild> {
  const workspace = await readWorkspace();
  await assertOwnDependencies(workspace);
  const dir = `${root}npm`;
  await unpackBuild(dir);
  const unreached = (await removeSources(dir)).filter((path) =>
    !isTestFile(path)
  );
  for (const path of unreached) {
    console.error(
      `note: ${path} is reached from no export and stays out of the package`,
    );
  }
  await bundle(dir, workspace);
  await writeManifest(dir, workspace);
  await writeReadme(dir);
  await declareLocals(dir);
  await assertDeclarations(dir, workspace);
  await runOrThrow(npm, [
    "pack",
    dir,
    "--pack-destination",
    dir,
    "--ignore-scripts",
  ]);
  const name = workspace.name.replace("@", "").replace("/", "-");
  return { dir, tarball: `${dir}/${name}-${workspace.version}.tgz` };
}

/**
 * Checks dependencies: an import that works under Deno's import map would be
 * missing for npm users.
 */
async function assertOwnDependencies(workspace: Workspace): Promise<void> {
  const modules = await readModuleGraph(Object.values(workspace.exports));
  const foreign = modules.flatMap((module) =>
    module.imports
      .filter((item) =>
        !isOwn(item.target) && !dependencies.includes(item.target) &&
        !(item.kind !== "code" && item.target in optionalPeers) &&
        !Object.hasOwn(peers, item.target)
      )
      .map((item) => `  ${module.path} imports ${item.specifier}`)
  );
  if (foreign.length > 0) {
    throw new Error(
      `The library may import only ${packages.join(", ")}:\n${
        foreign.join("\n")
      }`,
    );
  }
}

/**
 * Whether a module is our own file, or built into every runtime (the layer
 * check says who may use it).
 */
function isOwn(target: string): boolean {
  return /\.[cm]?tsx?$/.test(target) || target.startsWith("node:");
}

/**
 * Unpacks the output of `deno pack`: JavaScript and declarations; inline source
 * maps would contain paths of this machine.
 */
async function unpackBuild(dir: string): Promise<void> {
  await Deno.remove(dir, { recursive: true }).catch(() => {});
  await Deno.mkdir(dir, { recursive: true });
  const packed = `${dir}/pack.tgz`;
  const flags = ["--quiet", "--allow-dirty", "--no-source-maps"];
  await runOrThrow(Deno.execPath(), ["pack", ...flags, "-o", packed]);
  await runOrThrow("tar", ["-xzf", packed, "--strip-components=1", "-C", dir]);
  await Deno.remove(packed);
}

/**
 * Removes TypeScript that no export reaches (test helpers), which `deno pack`
 * copies as it is.
 */
async function removeSources(dir: string): Promise<string[]> {
  const sources = (await listFiles("", dir)).filter((path) =>
    /\.[cm]?tsx?$/.test(path) && !path.endsWith(".d.ts")
  );
  for (const path of sources) await Deno.remove(`${dir}/${path}`);
  return sources;
}

/**
 * Bundles the modules into a few files: Node takes about half a millisecond to
 * find and start each module. Entries share their common code, so that there is
 * one copy of every class; code that loads at sign-in stays separate. The
 * declarations are unchanged.
 */
async function bundle(dir: string, workspace: Workspace): Promise<void> {
  const folder = `${dir}/bundle`;
  await runOrThrow(Deno.execPath(), [
    "bundle",
    "--quiet",
    "--no-config",
    "--code-splitting",
    "--platform=deno",
    "--format=esm",
    ...[...packages, ...Object.keys(peers)].flatMap(toExternal),
    `--outdir=${folder}`,
    ...Object.values(workspace.exports).map(toScript),
  ], { cwd: dir });
  for (const path of await listFiles("", dir)) {
    const isModule = path.endsWith(".js") && !path.startsWith("bundle/");
    if (isModule) await Deno.remove(`${dir}/${path}`);
  }
  for (const path of await listFiles("", folder)) {
    await Deno.rename(`${folder}/${path}`, `${dir}/${toBuilt(path)}`);
  }
  await Deno.remove(folder, { recursive: true });
}

/** Returns the patterns that keep a package and its sub-paths as imports. */
export function toExternal(name: string): string[] {
  return ["--external", name, "--external", `${name}/*`];
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

async function writeManifest(dir: string, workspace: Workspace): Promise<void> {
  const packed: PackedManifest = JSON.parse(
    await Deno.readTextFile(`${dir}/package.json`),
  );
  const own = Object.entries(packed.dependencies ?? {})
    .filter(([name]) => dependencies.includes(name));
  const manifest = {
    ...packed,
    ...metadata,
    exports: toExports(workspace.exports),
    dependencies: Object.fromEntries(own),
    peerDependencies: { ...peers, ...optionalPeers },
    peerDependenciesMeta: Object.fromEntries(
      Object.keys({ ...peers, ...optionalPeers })
        .map((name) => [name, { optional: true }]),
    ),
    // By this field Qwik's plugin recognises a package that it has to compile.
    qwik: toBuilt(`./${compiledByHost}`),
  };
  await Deno.writeTextFile(
    `${dir}/package.json`,
    JSON.stringify(manifest, null, 2) + "\n",
  );
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

async function writeReadme(dir: string): Promise<void> {
  const path = `${dir}/README.md`;
  const text = await Deno.readTextFile(path);
  await Deno.writeTextFile(path, toPublishedReadme(text, repository));
}

/**
 * Declares the type of `res.locals.session` for Express. The sources cannot:
 * JSR does not allow global type declarations. An application's own `session`
 * in `Express.Locals` overrides the inherited one.
 */
async function declareLocals(dir: string): Promise<void> {
  const text = `
declare global {
  namespace Express {
    interface Locals extends ServerLocals {}
  }
}
`;
  await Deno.writeTextFile(`${dir}/server.d.ts`, text, { append: true });
}

/**
 * Converts the README for a package registry, which has none of the files that
 * it links to: links point to the repository. Without a repository, the text of
 * a link stays, and images are removed.
 */
export function toPublishedReadme(
  text: string,
  repository: string | null,
): string {
  return text.replace(
    /(!?)\[([^\]]*)\]\((?!https?:|#)([^)]*)\)/g,
    (_link, isImage: string, label: string, path: string) => {
      if (repository === null) return isImage ? "" : label;
      const view = isImage ? "raw" : "blob";
      return `${isImage}[${label}](${repository}/${view}/main/${path})`;
    },
  );
}

/**
 * Builds `exports` with `default`, not `import`, so that `require()` finds the
 * entry too.
 */
function toExports(entries: Record<string, string>): Record<string, unknown> {
  const exports = Object.entries(entries).map(([name, path]) => [name, {
    types: path.replace(/\.ts$/, ".d.ts"),
    default: toBuilt(toScript(path)),
  }]);
  return { ...Object.fromEntries(exports), "./package.json": "./package.json" };
}

/**
 * Throws if a declaration file is missing: `deno pack` only warns when it drops
 * one.
 */
async function assertDeclarations(
  dir: string,
  workspace: Workspace,
): Promise<void> {
  for (const [name, path] of Object.entries(workspace.exports)) {
    const types = path.replace(/\.ts$/, ".d.ts");
    for (const file of [toBuilt(toScript(path)), types]) {
      if (!(await exists(`${dir}/${file}`))) {
        throw new Error(`Export ${name} has no ${file}`);
      }
    }
  }
}

if (import.meta.main) {
  const { tarball } = await buildNpm();
  console.log(tarball.slice(root.length));
}
