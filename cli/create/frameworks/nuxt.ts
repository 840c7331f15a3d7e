import type { Files, Framework } from "../framework.ts";

const FILES: Files = {
  "app/app.vue": `<template>
  <NuxtPage />
</template>
`,
  "app/pages/index.vue": `<script setup lang="ts">
const { session } = useAuth();
const user = computed(() => session.value?.user);
useHead({ title: "App" });
</script>

<template>
  <h1>Hello, {{ user ? (user.name ?? user.email) : "stranger" }}</h1>
  <p v-if="user">
    <NuxtLink to="/private">Private page</NuxtLink> ·
    <a href="/auth/signout">Sign out</a>
  </p>
  <p v-else><a href="/auth/signin">Sign in</a></p>
</template>
`,
  "app/pages/private.vue": `<script setup lang="ts">
definePageMeta({ middleware: "auth" });
useHead({ title: "Private page" });
</script>

<template>
  <h1>Private page</h1>
  <p><NuxtLink to="/">Back</NuxtLink></p>
</template>
`,
  "nuxt.config.ts": `import { serveDemoProvider } from "@latchkey/auth/testing";

const tsOptions = { allowImportingTsExtensions: true };

export default defineNuxtConfig({
  compatibilityDate: "2026-01-01",
  modules: ["@latchkey/auth/nuxt"],
  app: { head: { link: [{ rel: "icon", href: "data:," }] } },
  // auth.ts names database.ts with its extension.
  typescript: { tsConfig: { compilerOptions: tsOptions } },
  nitro: { typescript: { tsConfig: { compilerOptions: tsOptions } } },
  hooks: {
    // In development, so that the first sign-in needs no account.
    listen: async () => {
      await serveDemoProvider(process.env);
    },
  },
});
`,
  "server/middleware/auth.ts": `export default defineEventHandler(auth);
`,
  "tsconfig.json": `{
  "files": [],
  "references": [
    { "path": "./.nuxt/tsconfig.app.json" },
    { "path": "./.nuxt/tsconfig.server.json" },
    { "path": "./.nuxt/tsconfig.shared.json" },
    { "path": "./.nuxt/tsconfig.node.json" }
  ]
}
`,
};

/** Nuxt. */
export const nuxt: Framework = {
  name: "Nuxt",
  sign: "nuxt",
  modules: "server/utils/",
  pages: "app/pages/",
  ignored: [".data/", ".nuxt/", ".output/"],
  auth: {
    imports: 'import { NuxtAuth } from "@latchkey/auth/nuxt";',
    open: "export const auth = NuxtAuth({",
    close: "});",
  },
  // Nuxt 4.5.2 cannot be built with Vite 8.4.
  packages: {
    "nuxt": "~4.4.5",
    "vue": "^3.5.0",
  },
  devPackages: {
    "@types/node": "^24.0.0",
    "typescript": "^5.9.0",
    "vue-tsc": "^3.1.0",
  },
  scripts: {
    dev: "nuxt dev",
    build: "nuxt build",
    check: "nuxt typecheck",
    start: "node --env-file-if-exists=.env .output/server/index.mjs",
  },
  files: () => FILES,
  mount: `// nuxt.config.ts
export default defineNuxtConfig({ modules: ["@latchkey/auth/nuxt"] });

// server/middleware/auth.ts
export default defineEventHandler(auth);

// app/pages/private.vue, in <script setup>
definePageMeta({ middleware: "auth" }); // for people who are signed in
`,
};
