// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
import { listFiles } from "./command.ts";
import { marker, prepareQwikApp, qwikApp, runInApp } from "./qwik_app.ts";
import {
  buildVariants,
  type VariantResults,
  variants,
} from "./qwik_variants.ts";
import { count, type TestResult, type TestRun } from "./test_results.ts";

/**
 * Texts of our core, and of the example's server, which must not reach a
 * browser.
 */
const serverMarkers = [
  "__Host-",
  "GUEST_PASSWORD",
  "node:sqlite",
  "nodemailer",
];

/** Checks the Qwik starter, built with the packed library as users build it. */
export async function runQwikTests(tarball: string): Promise<TestRun> {
  const start = performance.now();
  const results: TestResult[] = [];
  const failures: string[] = [];
  const check = async (name: string, run: () => Promise<string[]>) => {
    const problems = await run().catch((error) => [String(error)]);
    results.push({ name, state: problems.length > 0 ? "failed" : "passed" });
    failures.push(...problems.map((problem) => `${name}: ${problem}`));
  };
  await check("the Qwik starter can be built", async () => {
    await prepareQwikApp(tarball);
    return [];
  });
  await check("its types are right", async () => {
    await runInApp(["node_modules/typescript/bin/tsc"]);
    return [];
  });
  await check(
    "the server has the configuration",
    async () => await isFound("server", marker) ? [] : ["the marker is gone"],
  );
  await check("no file for browsers holds any of it", async () => {
    const found = [marker, ...serverMarkers].map((text) =>
      findIn("dist", text)
    );
    return (await Promise.all(found)).flat();
  });
  let built: VariantResults | null = null;
  await check("small applications can be built", async () => {
    built = await buildVariants();
    return [];
  });
  const { fates = new Map(), isOne = false } = built ?? {} as VariantResults;
  for (const [name, { fate }] of Object.entries(variants)) {
    const found = fates.get(name);
    await check(
      `${name}: ${fate}`,
      () => Promise.resolve(found === fate ? [] : [`${found}`]),
    );
  }
  await check(
    "an error is of one class, whichever entry it comes from",
    () => Promise.resolve(isOne ? [] : ["There are two."]),
  );
  return {
    runtime: "qwik build",
    results,
    seconds: (performance.now() - start) / 1000,
    output: failures.join("\n"),
  };
}

async function isFound(folder: string, text: string): Promise<boolean> {
  return (await findIn(folder, text)).length > 0;
}

async function findIn(folder: string, text: string): Promise<string[]> {
  const paths = await listFiles(folder, qwikApp);
  if (paths.length === 0) throw new Error(`${folder} is empty`);
  const found: string[] = [];
  for (const path of paths) {
    const content = await Deno.readTextFile(`${qwikApp}/${path}`);
    if (content.includes(text)) found.push(path);
  }
  return found;
}

if (import.meta.main) {
  const { buildNpm } = await import("./build_npm.ts");
  const { results, output } = await runQwikTests((await buildNpm()).tarball);
  for (const { name, state } of results) console.log(`${state}  ${name}`);
  const { failed } = count(results);
  if (failed > 0) {
    console.error(output);
    Deno.exit(1);
  }
}
