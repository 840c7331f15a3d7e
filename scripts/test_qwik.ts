// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
import { listFiles } from "./command.ts";
import { marker, prepareQwikApp, qwikApp, runInApp } from "./qwik_app.ts";
import { count, type TestResult, type TestRun } from "./test_results.ts";

/** Texts of our core, and of the example's server: none of it belongs into a browser. */
const serverMarkers = [
  "__Host-",
  "GUEST_PASSWORD",
  "node:sqlite",
  "nodemailer",
];

/** Builds of the application for the browser, other than the one that is served. */
const variants = {
  /** As if the plugin had been forgotten. */
  unprotected: "ComponentAuth$",
  /** By the other way that the README names. */
  renamed: "routeAuth$",
};

/** Checks the Qwik starter, built with the packed library as people build it. */
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
  await check(
    "without the plugin there is one, so the check can fail",
    async () =>
      await isFound(await buildVariant("unprotected"), marker)
        ? []
        : ["nothing was found"],
  );
  await check(
    "routeAuth$ keeps it on the server, too",
    async () => await findIn(await buildVariant("renamed"), marker),
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

/**
 * Builds what a browser would load, with other plugins; gives the folder. Code of
 * the server, which would mostly not build for browsers at all, is let in.
 */
async function buildVariant(name: keyof typeof variants): Promise<string> {
  const folder = `.variants/${name}`;
  const imported = variants[name];
  const config = `${qwikApp}/${name}.config.ts`;
  await Deno.remove(`${qwikApp}/${folder}`, { recursive: true })
    .catch(() => {});
  await Deno.writeTextFile(
    config,
    `import { qwikCity } from "@builder.io/qwik-city/vite";
import { qwikVite } from "@builder.io/qwik/optimizer";
import { fileURLToPath } from "node:url";
const rename = {
  name: "rename",
  enforce: "pre" as const,
  transform: (code: string, id: string) =>
    id.includes("plugin@auth") ? code.replaceAll("ComponentAuth$", "${imported}") : null,
};
export default {
  plugins: [rename, qwikCity({ trailingSlash: false }), qwikVite({ client: { outDir: "${folder}" } })],
  resolve: { alias: { "~": fileURLToPath(new URL("src", import.meta.url)) } },
  build: { rollupOptions: { external: [/^node:/, /^(?:pg|nodemailer|@simplewebauthn\\/)/] } },
};
`,
  );
  await runInApp(["node_modules/vite/bin/vite.js", "build", "-c", config]);
  await Deno.remove(config);
  return folder;
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
