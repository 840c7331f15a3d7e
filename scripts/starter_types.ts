import { npm, root, runOrThrow } from "./command.ts";
import { findNode } from "./node_runtimes.ts";

/** The cost of type-checking the Express starter. */
export interface TypeCost {
  /** Type instantiations that the library adds: the same on every machine. */
  readonly instantiations: number;
  /** The type-checking time as a multiple of a bare Express application's. */
  readonly ratio: number;
}

const example = `${root}examples/express-app`;

/** A minimal application of this kind. */
const bare = `import express from "express";
import helmet from "helmet";
const app = express();
app.use(helmet());
app.get("/", (_req, res) => {
  res.send("hello");
});
`;

/**
 * Type-checks the starter as users copy it, and an application without the
 * library.
 */
export async function measureTypes(tarball: string): Promise<TypeCost> {
  const dir = `${root}.cache/starter`;
  await makeStarter(dir, tarball);
  const own = await checkTypes(dir, "tsconfig.json");
  const other = await checkTypes(dir, "bare.json");
  return {
    instantiations: own.instantiations - other.instantiations,
    ratio: own.seconds / other.seconds,
  };
}

async function makeStarter(dir: string, tarball: string): Promise<void> {
  await Deno.remove(dir, { recursive: true }).catch(() => {});
  await Deno.mkdir(`${dir}/bare`, { recursive: true });
  await Deno.mkdir(`${dir}/src`);
  for await (const { name } of Deno.readDir(`${example}/src`)) {
    await Deno.copyFile(`${example}/src/${name}`, `${dir}/src/${name}`);
  }
  await Deno.copyFile(`${example}/package.json`, `${dir}/package.json`);
  const config = await Deno.readTextFile(`${example}/tsconfig.json`);
  await Deno.writeTextFile(`${dir}/tsconfig.json`, config);
  await Deno.writeTextFile(`${dir}/bare/app.ts`, bare);
  await Deno.writeTextFile(
    `${dir}/bare.json`,
    config.replaceAll('"src"', '"bare"'),
  );
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund"];
  await runOrThrow(npm, [
    "install",
    ...flags,
    "--no-package-lock",
    "--prefer-offline",
    tarball,
  ], { cwd: dir });
}

async function checkTypes(
  dir: string,
  config: string,
): Promise<{ instantiations: number; seconds: number }> {
  const tsc = "node_modules/typescript/bin/tsc";
  const flags = ["-p", config, "--noEmit", "--extendedDiagnostics"];
  const node = await findNode(24);
  const output = await runOrThrow(node.path, [tsc, ...flags], { cwd: dir });
  const read = (name: string): number => {
    const [, text] = new RegExp(`^${name}: +([0-9.]+)`, "m").exec(output) ?? [];
    if (text === undefined) throw new Error(`tsc says nothing of ${name}`);
    return Number(text);
  };
  return {
    instantiations: read("Instantiations"),
    seconds: read("Total time"),
  };
}
