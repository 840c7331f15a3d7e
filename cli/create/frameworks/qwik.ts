import type { Files, Framework } from "../framework.ts";
import { renderVite, viteDevPackages } from "./vite.ts";

const FILES: Files = {
  "adapters/node/vite.config.ts":
    `import { nodeServerAdapter } from "@builder.io/qwik-city/adapters/node-server/vite";
import { extendConfig } from "@builder.io/qwik-city/vite";
import baseConfig from "../../vite.config.ts";

export default extendConfig(baseConfig, () => ({
  build: {
    ssr: true,
    rollupOptions: { input: ["src/entry.node.ts", "@qwik-city-plan"] },
  },
  plugins: [nodeServerAdapter({ name: "node" })],
}));
`,
  "src/entry.node.ts":
    `import { createQwikCity } from "@builder.io/qwik-city/middleware/node";
import qwikCityPlan from "@qwik-city-plan";
import { createServer } from "node:http";
import render from "./entry.ssr.tsx";

const { router, notFound, staticFile } = createQwikCity({
  render,
  qwikCityPlan,
});

const server = createServer((req, res) => {
  const fail = (error: unknown) => {
    if (error === undefined) return notFound(req, res, fail);
    if (!res.headersSent) res.statusCode = 500;
    res.end();
  };
  staticFile(req, res, (error: unknown) => {
    if (error === undefined) router(req, res, fail);
    else fail(error);
  });
});

const port = Number(process.env.PORT ?? 3000);
server.listen(port, () => console.log(\`http://localhost:\${port}\`));
`,
  "src/entry.ssr.tsx": `import {
  renderToStream,
  type RenderToStreamOptions,
} from "@builder.io/qwik/server";
import Root from "./root.tsx";

export default function render(options: RenderToStreamOptions) {
  return renderToStream(<Root />, {
    ...options,
    containerAttributes: { lang: "en", ...options.containerAttributes },
  });
}
`,
  "src/root.tsx": `import { component$ } from "@builder.io/qwik";
import { QwikCityProvider, RouterOutlet } from "@builder.io/qwik-city";

export default component$(() => (
  <QwikCityProvider>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <link rel="icon" href="data:," />
      <title>App</title>
    </head>
    <body>
      <RouterOutlet />
    </body>
  </QwikCityProvider>
));
`,
  "src/routes/plugin@auth.ts":
    `import { ComponentAuth$ } from "@latchkey/auth/component";
import { config } from "../auth.ts";

export const { onRequest, useSession, useSignIn, useSignOut } = ComponentAuth$(
  () => config,
);
`,
  "src/routes/index.tsx": `import { component$ } from "@builder.io/qwik";
import { useSession } from "./plugin@auth.ts";

export default component$(() => {
  const user = useSession().value?.user;
  return (
    <>
      <h1>{\`Hello, \${user ? user.name ?? user.email : "stranger"}\`}</h1>
      {user
        ? (
          <p>
            <a href="/private">Private page</a> ·{" "}
            <a href="/auth/signout">Sign out</a>
          </p>
        )
        : (
          <p>
            <a href="/auth/signin">Sign in</a>
          </p>
        )}
    </>
  );
});
`,
  "src/routes/private/index.tsx":
    `import { component$ } from "@builder.io/qwik";
import { requireSession } from "@latchkey/auth/component";

export const onRequest = requireSession();

export default component$(() => (
  <>
    <h1>Private page</h1>
    <p>
      <a href="/">Back</a>
    </p>
  </>
));
`,
  "tsconfig.json": `{
  "compilerOptions": {
    "target": "ES2022",
    "module": "ES2022",
    "lib": ["ES2024", "DOM", "DOM.Iterable"],
    "jsx": "react-jsx",
    "jsxImportSource": "@builder.io/qwik",
    "moduleResolution": "bundler",
    "strict": true,
    "noUncheckedIndexedAccess": true,
    "isolatedModules": true,
    "skipLibCheck": true,
    "noEmit": true,
    "allowImportingTsExtensions": true,
    "types": ["node", "vite/client"]
  },
  "include": ["src", "adapters", "vite.config.ts"]
}
`,
  "vite.config.ts": renderVite(
    `import { qwikCity } from "@builder.io/qwik-city/vite";
import { qwikVite } from "@builder.io/qwik/optimizer";
import { latchkey } from "@latchkey/auth/component/vite";`,
    "latchkey(), qwikCity({ trailingSlash: false }), qwikVite()",
  ),
};

/** Qwik City. */
export const qwik: Framework = {
  name: "Qwik City",
  sign: "@builder.io/qwik-city",
  pages: "src/routes/",
  ignored: ["server/"],
  auth: {
    imports:
      'import type { ComponentAuthConfig } from "@latchkey/auth/component";',
    open: "export const config = {",
    close: "} satisfies ComponentAuthConfig;",
  },
  packages: {
    "@builder.io/qwik": "^1.20.1",
    "@builder.io/qwik-city": "^1.20.1",
  },
  devPackages: viteDevPackages,
  scripts: {
    dev: "vite --mode ssr",
    build: "tsc && vite build && vite build -c adapters/node/vite.config.ts",
    start: "node --env-file-if-exists=.env server/entry.node.js",
  },
  files: () => FILES,
  mount: `// vite.config.ts: plugins: [latchkey(), qwikCity(), qwikVite()],
//   latchkey from "@latchkey/auth/component/vite"
// src/routes/plugin@auth.ts:
import { ComponentAuth$ } from "@latchkey/auth/component";
import { config } from "../auth.ts";

export const { onRequest, useSession, useSignIn, useSignOut } = ComponentAuth$(
  () => config,
);
`,
};
