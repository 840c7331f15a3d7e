import type { Choices } from "../choices.ts";
import type { Files, Framework } from "../framework.ts";
import { listPostOrigins } from "../posts.ts";
import { renderVite } from "./vite.ts";

const FILES: Files = {
  "src/app.d.ts": `import type { auth } from "./lib/server/auth.ts";

declare global {
  namespace App {
    interface Locals {
      session: Awaited<ReturnType<typeof auth.getSession>>;
    }
  }
}
`,
  "src/app.html": `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="data:,">
    %sveltekit.head%
  </head>
  <body>%sveltekit.body%</body>
</html>
`,
  "src/hooks.server.ts": `import { auth } from "./lib/server/auth.ts";

export const handle = auth.handle;
`,
  "src/routes/+layout.server.ts":
    `import type { LayoutServerLoad } from "./$types";

export const load: LayoutServerLoad = ({ locals }) => ({
  session: locals.session,
});
`,
  "src/routes/+page.svelte": `<script lang="ts">
  let { data } = $props();
  const user = $derived(data.session?.user);
</script>

<svelte:head><title>App</title></svelte:head>

<h1>Hello, {user ? (user.name ?? user.email) : "stranger"}</h1>
<p data-sveltekit-reload>
  {#if user}
    <a href="/private">Private page</a> · <a href="/auth/signout">Sign out</a>
  {:else}
    <a href="/auth/signin">Sign in</a>
  {/if}
</p>
`,
  "src/routes/private/+page.server.ts":
    `import { auth } from "../../lib/server/auth.ts";
import type { PageServerLoad } from "./$types";

export const load: PageServerLoad = async (event) => {
  await auth.require(event);
};
`,
  "src/routes/private/+page.svelte":
    `<svelte:head><title>Private page</title></svelte:head>

<h1>Private page</h1>
<p><a href="/">Back</a></p>
`,
  "tsconfig.json": `{
  "extends": "$app/tsconfig",
  "compilerOptions": {
    "strict": true,
    "types": ["$app/types", "node"]
  },
  "include": ["src"]
}
`,
};

/** With the origins of the providers that post: SvelteKit refuses forms of others before the hook runs. */
function renderConfig({ providers }: Choices): string {
  const origins = listPostOrigins(providers);
  const options = origins.length > 0
    ? `{
      adapter: adapter(),
      csrf: { trustedOrigins: ${JSON.stringify(origins)} },
    }`
    : "{ adapter: adapter() }";
  return renderVite(
    `import adapter from "@sveltejs/adapter-node";
import { sveltekit } from "@sveltejs/kit/vite";`,
    `sveltekit(${options})`,
  );
}

/** SvelteKit. */
export const sveltekit: Framework = {
  name: "SvelteKit",
  sign: "@sveltejs/kit",
  modules: "src/lib/server/",
  pages: "src/routes/",
  ignored: [".svelte-kit/", "build/"],
  auth: {
    imports: 'import { SvelteKitAuth } from "@latchkey/auth/sveltekit";',
    open: "export const auth = SvelteKitAuth({",
    close: "});",
  },
  // SvelteKit needs it.
  node: ">=22.17",
  packages: {},
  devPackages: {
    "@sveltejs/adapter-node": "^6.0.0",
    "@sveltejs/kit": "^3.2.0",
    "@sveltejs/vite-plugin-svelte": "^7.3.0",
    "@types/node": "^24.0.0",
    "svelte": "^5.57.0",
    "svelte-check": "^4.0.0",
    "typescript": "^6.0.0",
    "vite": "^8.4.0",
  },
  scripts: {
    dev: "vite dev",
    build: "vite build",
    check: "svelte-kit sync && svelte-check",
    start: "node --env-file-if-exists=.env build",
  },
  files: (choices) => ({ ...FILES, "vite.config.ts": renderConfig(choices) }),
  mount: `// src/hooks.server.ts
import { auth } from "$lib/server/auth";

export const handle = auth.handle;

// src/routes/private/+page.server.ts
export const load = async (event) => {
  await auth.require(event); // for people who are signed in
};
`,
  mountPosts: (origins) =>
    `// vite.config.ts, since SvelteKit refuses the form that a provider answers with
sveltekit({ csrf: { trustedOrigins: ${JSON.stringify(origins)} } })
`,
};
