import { listFiles, npm, root, run, runOrThrow } from "./command.ts";
import { fetchNode, type NodeRuntime, oldestNodes } from "./node_runtimes.ts";
import type { TestResult, TestRun } from "./test_results.ts";
import { readWorkspace } from "./workspace.ts";

/** The oldest supported TypeScript, and a newer one. */
const typescripts = ["5.2", "5.9"];

/**
 * Only Vite can import this entry: it depends on Qwik's compilation of an
 * application.
 */
const compiled = "./component";

/** The maximum number of packages of an installation, the library included. */
export const maxPackages = 3;

/** The result of `npm install` of the tarball in a new folder. */
export interface Installation {
  dir: string;
  packages: string[];
  bytes: number;
}

/** Installs the tarball as an application would, in an empty folder. */
export async function installFresh(tarball: string): Promise<Installation> {
  const dir = `${root}.cache/consumer`;
  await Deno.remove(dir, { recursive: true }).catch(() => {});
  await Deno.mkdir(dir, { recursive: true });
  await Deno.writeTextFile(
    `${dir}/package.json`,
    '{ "private": true, "type": "module" }\n',
  );
  const flags = [
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--no-package-lock",
  ];
  await runOrThrow(npm, ["install", ...flags, "--prefer-offline", tarball], {
    cwd: dir,
  });
  const lock = JSON.parse(
    await Deno.readTextFile(`${dir}/node_modules/.package-lock.json`),
  );
  const packages = Object.keys(lock.packages).map((path) =>
    path.replace("node_modules/", "")
  );
  let bytes = 0;
  for (const name of packages) {
    bytes += await sizeOf(`${dir}/node_modules/${name}`);
  }
  return { dir, packages, bytes };
}

async function sizeOf(dir: string): Promise<number> {
  let bytes = 0;
  for (const path of await listFiles("", dir)) {
    bytes += (await Deno.stat(`${dir}/${path}`)).size;
  }
  return bytes;
}

/** Uses an installed package from ES modules, CommonJS and TypeScript. */
export async function runConsumerTests(
  tarball: string,
  nodes: NodeRuntime[],
): Promise<TestRun> {
  const start = performance.now();
  const { dir, packages } = await installFresh(tarball);
  const results: TestResult[] = [];
  const failures: string[] = [];
  const record = (name: string, failure: string | null) => {
    results.push({ name, state: failure === null ? "passed" : "failed" });
    if (failure !== null) failures.push(`${name}\n${failure}`);
  };
  const tooMany = packages.length > maxPackages ? packages.join(", ") : null;
  record(`an installation has at most ${maxPackages} packages`, tooMany);
  await writeConsumer(dir);
  const oldest = await Promise.all(oldestNodes.map(fetchNode));
  for (const { path, version } of [...oldest, ...nodes]) {
    record(
      `node ${version} imports each entry`,
      await failureOf(path, ["esm.mjs"], dir),
    );
    record(
      `node ${version} requires each entry`,
      await failureOf(path, ["cjs.cjs"], dir),
    );
  }
  for (const version of typescripts) {
    record(
      `a strict NodeNext project type-checks with TypeScript ${version}`,
      await typeCheck(dir, version),
    );
  }
  const seconds = (performance.now() - start) / 1000;
  return {
    runtime: "package",
    results,
    seconds,
    output: failures.join("\n\n"),
  };
}

async function failureOf(
  command: string,
  args: string[],
  cwd: string,
): Promise<string | null> {
  const { code, output } = await run(command, args, { cwd });
  return code === 0 ? null : output;
}

async function writeConsumer(dir: string): Promise<void> {
  const { name, exports } = await readWorkspace();
  const entries = Object.keys(exports).filter((entry) => entry !== compiled)
    .map((entry) => name + entry.slice(1));
  const esm = entries.map((entry) => `await import(${JSON.stringify(entry)});`);
  const cjs = entries.map((entry) => `require(${JSON.stringify(entry)});`);
  const ts = entries.map((entry, index) =>
    `export * as e${index} from ${JSON.stringify(entry)};`
  );
  await Deno.writeTextFile(`${dir}/esm.mjs`, esm.join("\n"));
  await Deno.writeTextFile(`${dir}/cjs.cjs`, cjs.join("\n"));
  const consumer = [...ts, locals(name)].join("\n");
  await Deno.writeTextFile(`${dir}/consumer.ts`, consumer);
}

/**
 * An application that uses `res.locals` of Express with its own session
 * callback type.
 */
function locals(name: string): string {
  return `
import type { ServerLocals, Session } from "${name}/server";
interface Mine extends Session { team: string }
declare global {
  namespace Express {
    interface Locals { session?: Mine | null }
  }
}
const locals: Express.Locals = {};
const base: ServerLocals = locals;
export const team: string | undefined = locals.session?.team;
export const id: string | undefined = base.session?.user?.id;
// @ts-expect-error a session has no such property
export const other: unknown = locals.session?.other;
`;
}

async function typeCheck(
  dir: string,
  version: string,
): Promise<string | null> {
  const compilerOptions = {
    module: "NodeNext",
    target: "ES2022",
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
  };
  const config = { compilerOptions, files: ["consumer.ts"] };
  await Deno.writeTextFile(`${dir}/tsconfig.json`, JSON.stringify(config));
  const flags = ["run", "-A", "--quiet", "--no-lock", "--no-config"];
  return await failureOf(Deno.execPath(), [
    ...flags,
    `npm:typescript@${version}/tsc`,
    "-p",
    ".",
  ], dir);
}
