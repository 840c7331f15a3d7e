import adapter from "@sveltejs/adapter-node";
import { sveltekit } from "@sveltejs/kit/vite";
import { defineConfig } from "vite";

// SvelteKit knows the path of an application when it is built.
const prefix = (process.env["CONTRACT_PREFIX"] ?? "") as "" | `/${string}`;

export default defineConfig({
  plugins: [
    sveltekit({
      adapter: adapter({ out: `build${prefix}` }),
      paths: { base: prefix },
      experimental: { remoteFunctions: true },
      compilerOptions: { experimental: { async: true } },
    }),
  ],
});
