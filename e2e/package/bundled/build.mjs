/** Bundles `server.mjs` with everything that it imports: `node build.mjs <bundler> <folder>`. */

import process from "node:process";

const entry = new URL("server.mjs", import.meta.url).pathname;

/** What a bundler warns of is as wrong as what it refuses. */
function refuse(warning) {
  throw new Error(warning.message ?? String(warning));
}

async function roll({ rollup }, dir, options = {}) {
  const bundle = await rollup({ input: entry, onwarn: refuse, ...options });
  await bundle.write({ dir, format: "es", entryFileNames: "[name].mjs" });
  await bundle.close();
}

const builds = {
  esbuild: async (dir) => {
    const { build } = await import("esbuild");
    const { warnings } = await build({
      entryPoints: [entry],
      bundle: true,
      format: "esm",
      outExtension: { ".js": ".mjs" },
      outdir: dir,
      platform: "node",
      splitting: true,
    });
    warnings.forEach(refuse);
  },
  rolldown: async (dir) => {
    const { rolldown } = await import("rolldown");
    await roll({ rollup: rolldown }, dir, { platform: "node", onLog: refuse });
  },
  rollup: async (dir) => {
    const { nodeResolve } = await import("@rollup/plugin-node-resolve");
    const plugins = [nodeResolve({ exportConditions: ["node"] })];
    await roll(await import("rollup"), dir, { external: /^node:/, plugins });
  },
  vite: async (dir) => {
    const { build } = await import("vite");
    await build({
      configFile: false,
      logLevel: "warn",
      ssr: { noExternal: true },
      build: {
        emptyOutDir: true,
        outDir: dir,
        ssr: entry,
        rolldownOptions: { output: { entryFileNames: "[name].mjs" } },
      },
    });
  },
  webpack: async (dir) => {
    const { default: webpack } = await import("webpack");
    const compiler = webpack({
      entry: { server: entry },
      experiments: { outputModule: true },
      mode: "production",
      optimization: { minimize: false },
      output: { clean: true, filename: "[name].mjs", module: true, path: dir },
      target: "node20",
    });
    const stats = await new Promise((resolve, reject) =>
      compiler.run((error, stats) => error ? reject(error) : resolve(stats))
    );
    const { errors, warnings } = stats.toJson();
    [...errors, ...warnings].forEach(refuse);
  },
};

const [name, dir] = process.argv.slice(2);
await builds[name](dir);
