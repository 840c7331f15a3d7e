import { qwikCity } from "@builder.io/qwik-city/vite";
import { qwikVite } from "@builder.io/qwik/optimizer";
import { latchkey } from "@latchkey/auth/component/vite";
import { cp, mkdir, readdir, readFile, symlink } from "node:fs/promises";
import { build } from "vite";
const [marker, ...kinds] = process.argv.slice(2);
const own = "node_modules/@latchkey/auth";
// Another copy: its modules have other paths.
const copy = ".variants/copy/node_modules/@latchkey/auth";
await cp(own, copy, { recursive: true });
const { latchkey: latchkeyOfCopy } = await import(`../${copy}/component/vite.js`);
const fates = [];
for (let i = 0; i < kinds.length; i++) {
  const dir = `.variants/${i}`;
  const qwik = [
    qwikCity({ routesDir: `${dir}/src/routes`, trailingSlash: false }),
    qwikVite({ srcDir: `${dir}/src`, client: { outDir: `${dir}/dist` } }),
  ];
  const plugin = kinds[i] === "copy" ? latchkeyOfCopy() : latchkey();
  if (kinds[i] === "link") {
    await mkdir(`${dir}/node_modules/@latchkey`, { recursive: true });
    await symlink(process.cwd() + "/" + copy, `${dir}/node_modules/@latchkey/auth`);
  }
  try {
    await build({
      configFile: false,
      resolve: { preserveSymlinks: kinds[i] === "link" },
      logLevel: "silent",
      plugins: kinds[i] === "bare" ? qwik : [plugin, ...qwik],
      publicDir: false,
      // Without the plugin, nothing else keeps these out.
      build: { rollupOptions: { external: kinds[i] === "bare" ? [/^nodemailer/, /^@simplewebauthn/] : [] } },
    });
    const names = await readdir(`${dir}/dist/build`);
    const files = names.map((name) => readFile(`${dir}/dist/build/${name}`, "utf8"));
    const texts = await Promise.all(files);
    if (texts.length < 5) throw new Error("There are too few files.");
    fates.push(texts.some((text) => text.includes(marker)) ? "published" : "kept");
  } catch (error) {
    // An error while resolving is named after the plugin that asked first.
    const isRefused = error.plugin === "latchkey" ||
      error.message.includes("import @latchkey/auth/component instead");
    fates.push(isRefused ? "refused" : String(error.stack));
  }
}
await build({
  configFile: false,
  logLevel: "silent",
  plugins: [
    latchkey(),
    qwikCity({ routesDir: ".variants/0/src/routes" }),
    qwikVite({ srcDir: ".variants/0/src", ssr: { input: ".variants/classes.ts", outDir: ".variants/server" } }),
  ],
  build: { ssr: true },
});
const { isOne } = await import("./server/classes.js");
console.log("fates " + JSON.stringify({ fates, isOne }));
