import type { Choices } from "../choices.ts";
import type { Files, Framework } from "../framework.ts";
import { listPostOrigins } from "../posts.ts";

/** Without its check of origins if a provider posts: that refuses such an answer before the middleware runs. */
function renderConfig({ providers }: Choices): string {
  const security = listPostOrigins(providers).length > 0
    ? `  // It refuses the form that a provider answers with. The auth routes check for
  // themselves; your own endpoints need auth.require(context, { csrf: true }).
  security: { checkOrigin: false },
`
    : "";
  return `import { existsSync } from "node:fs";
import node from "@astrojs/node";
import { serveDemoProvider } from "@latchkey/auth/testing";
import { defineConfig } from "astro/config";

/** So that the first sign-in needs no account. */
const demo = {
  name: "demo",
  hooks: {
    "astro:config:setup": async ({ command }) => {
      if (command !== "dev") return;
      if (existsSync(".env")) process.loadEnvFile();
      await serveDemoProvider(process.env);
    },
  },
};

export default defineConfig({
  output: "server",
  adapter: node({ mode: "standalone" }),
  integrations: [demo],
${security}  server: { port: Number(process.env.PORT ?? 3000) },
});
`;
}

const FILES: Files = {
  "src/env.d.ts": `declare namespace App {
  interface Locals {
    session: Awaited<
      ReturnType<typeof import("./auth.ts").auth.getSession>
    >;
  }
}
`,
  "src/layouts/Layout.astro": `---
interface Props {
  title: string;
}

const { title } = Astro.props;
---
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="data:,">
    <title>{title}</title>
  </head>
  <body>
    <slot />
  </body>
</html>
`,
  "src/middleware.ts": `import { auth } from "./auth.ts";

export const onRequest = auth.onRequest;
`,
  "src/pages/auth/[...path].ts": `import { auth } from "../../auth.ts";

export const ALL = auth.handler;
`,
  "src/pages/index.astro": `---
import Layout from "../layouts/Layout.astro";

const user = Astro.locals.session?.user;
---
<Layout title="App">
  <h1>Hello, {user ? (user.name ?? user.email) : "stranger"}</h1>
  {
    user
      ? (
        <p>
          <a href="/private">Private page</a> ·
          <a href="/auth/signout">Sign out</a>
        </p>
      )
      : <p><a href="/auth/signin">Sign in</a></p>
  }
</Layout>
`,
  "src/pages/private.astro": `---
import { auth } from "../auth.ts";
import Layout from "../layouts/Layout.astro";

const session = await auth.require(Astro);
if (session instanceof Response) return session;
---
<Layout title="Private page">
  <h1>Private page</h1>
  <p><a href="/">Back</a></p>
</Layout>
`,
  "tsconfig.json": `{
  "extends": "astro/tsconfigs/strict",
  "compilerOptions": { "noUncheckedIndexedAccess": true, "types": ["node"] },
  "include": [".astro/types.d.ts", "src"],
  "exclude": ["dist"]
}
`,
};

/** Astro, on Node. */
export const astro: Framework = {
  name: "Astro",
  sign: "astro",
  pages: "src/pages/",
  ignored: [".astro/"],
  // Astro needs 22.12, and SQLite 22.13.
  node: ">=22.13",
  auth: {
    imports: 'import { AstroAuth } from "@latchkey/auth/astro";',
    open: "export const auth = AstroAuth({",
    close: "});",
  },
  packages: {
    "@astrojs/node": "^11.1.0",
    "astro": "^7.3.0",
  },
  devPackages: {
    "@astrojs/check": "^0.9.0",
    "@types/node": "^24.0.0",
    "typescript": "^6.0.0",
  },
  scripts: {
    dev: "astro dev",
    build: "astro build",
    check: "astro check",
    start: "node --env-file-if-exists=.env dist/server/entry.mjs",
  },
  files: (choices) => ({
    "astro.config.mjs": renderConfig(choices),
    ...FILES,
  }),
  mount: `// src/middleware.ts
import { auth } from "./auth.ts";

export const onRequest = auth.onRequest;

// src/pages/auth/[...path].ts, with the way to auth.ts
export const prerender = false;
export const ALL = auth.handler;

// src/pages/private.astro, between the fences
const session = await auth.require(Astro); // for people who are signed in
if (session instanceof Response) return session;
`,
  mountPosts: () =>
    `// astro.config.mjs, since Astro refuses the form that a provider answers with: the
// auth routes check for themselves, your endpoints need
// auth.require(context, { csrf: true })
security: { checkOrigin: false },
`,
};
