import { tanstackStart } from "@tanstack/react-start/plugin/vite";
import react from "@vitejs/plugin-react";
import { nitro } from "nitro/vite";
import { defineConfig } from "vite";

const prefix = process.env.CONTRACT_PREFIX || "";

export default defineConfig({
  base: `${prefix}/`,
  plugins: [
    tanstackStart({ router: { basepath: prefix || "/" } }),
    nitro({
      baseURL: `${prefix}/`,
      output: { dir: prefix ? ".output-prefixed" : ".output" },
    }),
    react(),
  ],
});
