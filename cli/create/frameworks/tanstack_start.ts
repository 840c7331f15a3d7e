import type { Files, Framework } from "../framework.ts";
import { greeting, privatePage } from "./react.ts";
import { renderVite } from "./vite.ts";

const FILES: Files = {
  "src/router.tsx": `import { createRouter } from "@tanstack/react-router";
import { routeTree } from "./routeTree.gen.ts";

export function getRouter() {
  return createRouter({ routeTree, scrollRestoration: true });
}
`,
  "src/routes/__root.tsx": `import {
  createRootRoute,
  HeadContent,
  Scripts,
} from "@tanstack/react-router";
import type { ReactNode } from "react";

export const Route = createRootRoute({
  head: () => ({
    meta: [
      { charSet: "utf-8" },
      { name: "viewport", content: "width=device-width, initial-scale=1" },
      { title: "App" },
    ],
    links: [{ rel: "icon", href: "data:," }],
  }),
  shellComponent: RootDocument,
  notFoundComponent: () => <p>Not found</p>,
});

function RootDocument({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <HeadContent />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  );
}
`,
  "src/routes/index.tsx":
    `import { createFileRoute, Link } from "@tanstack/react-router";
import { createServerFn } from "@tanstack/react-start";
import { getRequest } from "@tanstack/react-start/server";
import { auth } from "../auth.server.ts";

const getName = createServerFn().handler(async () => {
  const user = (await auth.getSession(getRequest()))?.user;
  return user ? (user.name ?? user.email ?? "you") : null;
});

export const Route = createFileRoute("/")({
  loader: () => getName(),
  component: Home,
});

function Home() {
  const name = Route.useLoaderData();
  return (
${greeting}
  );
}
`,
  "src/routes/private.tsx":
    `import { createFileRoute, Link } from "@tanstack/react-router";
import { createServerFn } from "@tanstack/react-start";
import { getRequest } from "@tanstack/react-start/server";
import { auth } from "../auth.server.ts";

const requireUser = createServerFn().handler(async () => {
  await auth.require(getRequest());
});

export const Route = createFileRoute("/private")({
  loader: () => requireUser(),
  component: Private,
});

function Private() {
  return (
${privatePage}
  );
}
`,
  "src/start.ts": `import {
  createCsrfMiddleware,
  createMiddleware,
  createStart,
} from "@tanstack/react-start";
import { auth } from "./auth.server.ts";

const authMiddleware = createMiddleware().server(auth.middleware);
// Start has this one by itself only without this file.
const csrfMiddleware = createCsrfMiddleware({
  filter: ({ handlerType }) => handlerType === "serverFn",
});

export const startInstance = createStart(() => ({
  requestMiddleware: [authMiddleware, csrfMiddleware],
}));
`,
  "tsconfig.json": `{
  "compilerOptions": {
    "target": "ES2022",
    "module": "ESNext",
    "lib": ["ES2024", "DOM", "DOM.Iterable"],
    "jsx": "react-jsx",
    "moduleResolution": "bundler",
    "strict": true,
    "noUncheckedIndexedAccess": true,
    "isolatedModules": true,
    "skipLibCheck": true,
    "noEmit": true,
    "allowImportingTsExtensions": true,
    "types": ["node", "vite/client"]
  },
  "include": ["src", "vite.config.ts"]
}
`,
  "vite.config.ts": renderVite(
    `import { tanstackStart } from "@tanstack/react-start/plugin/vite";
import react from "@vitejs/plugin-react";
import { nitro } from "nitro/vite";`,
    "tanstackStart(), nitro(), react()",
  ),
};

/** TanStack Start, with React. */
export const tanstackStart: Framework = {
  name: "TanStack Start",
  sign: "@tanstack/react-start",
  // Its name keeps it out of the files for browsers.
  file: "auth.server.ts",
  pages: "src/routes/",
  ignored: [".output/", ".tanstack/"],
  // Start needs 22.12, and SQLite 22.13.
  node: ">=22.13",
  auth: {
    imports:
      'import { TanStackStartAuth } from "@latchkey/auth/tanstack-start";',
    open: "export const auth = TanStackStartAuth({",
    close: "});",
  },
  // Start asks for its router by the exact version.
  packages: {
    "@tanstack/react-router": "1.170.46",
    "@tanstack/react-start": "1.169.5",
    "react": "^19.2.0",
    "react-dom": "^19.2.0",
  },
  devPackages: {
    "@types/node": "^24.0.0",
    "@types/react": "^19.2.0",
    "@types/react-dom": "^19.2.0",
    "@vitejs/plugin-react": "^6.0.0",
    "nitro": "3.0.260903-beta",
    "typescript": "^5.9.3",
    "vite": "^8.0.0",
  },
  scripts: {
    dev: "vite dev",
    build: "vite build && tsc",
    start: "node --env-file-if-exists=.env .output/server/index.mjs",
  },
  files: () => FILES,
  mount: `// src/start.ts
import { auth } from "./auth.server";

const authMiddleware = createMiddleware().server(auth.middleware);
// Without this file, Start would protect server functions by itself.
const csrfMiddleware = createCsrfMiddleware({
  filter: ({ handlerType }) => handlerType === "serverFn",
});
export const startInstance = createStart(() => ({
  requestMiddleware: [authMiddleware, csrfMiddleware],
}));

// In a server function: for people who are signed in
await auth.require(getRequest());
`,
};
