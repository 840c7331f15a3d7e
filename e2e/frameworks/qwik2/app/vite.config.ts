import { latchkey } from "@latchkey/auth/qwik/vite";
import { qwikVite } from "@qwik.dev/core/optimizer";
import { qwikRouter } from "@qwik.dev/router/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [latchkey(), qwikRouter({
      trailingSlash: false,
      // Strict loaders fail after a form without JavaScript: they are given the
      // body a second time.
      strictLoaders: false,
    }), qwikVite()],
});
