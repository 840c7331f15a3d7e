import { qwikCity } from "@builder.io/qwik-city/vite";
import { qwikVite } from "@builder.io/qwik/optimizer";
import { latchkey } from "@latchkey/auth/component/vite";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

export default defineConfig({
  // latchkey() keeps the configuration of ComponentAuth$ out of the browser's
  // files.
  plugins: [latchkey(), qwikCity({ trailingSlash: false }), qwikVite()],
  resolve: {
    alias: { "~": fileURLToPath(new URL("src", import.meta.url)) },
  },
});
