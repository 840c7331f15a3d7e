import type { Files, Framework } from "../framework.ts";
import { greeting, privatePage } from "./react.ts";
import { renderVite } from "./vite.ts";

const FILES: Files = {
  "app/root.tsx": `import { Links, Meta, Outlet, Scripts } from "react-router";
import { auth } from "./.server/auth.ts";

export const middleware = [auth.middleware];

export default function Root() {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <title>App</title>
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  );
}
`,
  "app/routes.ts":
    `import { index, route, type RouteConfig } from "@react-router/dev/routes";

export default [
  index("routes/home.tsx"),
  route("private", "routes/private.tsx"),
  route("auth/*", "routes/auth.ts"),
] satisfies RouteConfig;
`,
  "app/routes/auth.ts": `import { auth } from "../.server/auth.ts";

export const loader = auth.handler;
export const action = auth.handler;
`,
  "app/routes/home.tsx": `import { Link } from "react-router";
import { auth } from "../.server/auth.ts";
import type { Route } from "./+types/home";

export function loader({ context }: Route.LoaderArgs) {
  const user = auth.session(context)?.user;
  return { name: user && (user.name ?? user.email ?? "you") };
}

export default function Home({ loaderData: { name } }: Route.ComponentProps) {
  return (
${greeting}
  );
}
`,
  "app/routes/private.tsx": `import { Link } from "react-router";
import { auth } from "../.server/auth.ts";
import type { Route } from "./+types/private";

export async function loader(args: Route.LoaderArgs) {
  await auth.require(args);
}

export default function Private() {
  return (
${privatePage}
  );
}
`,
  "tsconfig.json": `{
  "compilerOptions": {
    "target": "ES2022",
    "module": "ES2022",
    "lib": ["DOM", "DOM.Iterable", "ES2024"],
    "jsx": "react-jsx",
    "moduleResolution": "bundler",
    "rootDirs": [".", "./.react-router/types"],
    "strict": true,
    "noUncheckedIndexedAccess": true,
    "verbatimModuleSyntax": true,
    "skipLibCheck": true,
    "noEmit": true,
    "allowImportingTsExtensions": true,
    "types": ["node", "vite/client"]
  },
  "include": ["**/*", "**/.server/**/*", ".react-router/types/**/*"],
  "exclude": ["node_modules", "build"]
}
`,
  "vite.config.ts": renderVite(
    'import { reactRouter } from "@react-router/dev/vite";',
    "reactRouter()",
  ),
};

/** React Router, in framework mode. */
export const reactRouter: Framework = {
  name: "React Router",
  sign: "@react-router/dev",
  modules: "app/.server/",
  pages: "app/routes/",
  ignored: [".react-router/", "build/"],
  node: ">=22.22",
  auth: {
    imports: 'import { ReactRouterAuth } from "@latchkey/auth/react-router";',
    open: "export const auth = ReactRouterAuth({",
    close: "});",
  },
  // They ask for each other by the exact version.
  packages: {
    "@react-router/node": "8.4.0",
    "@react-router/serve": "8.4.0",
    "isbot": "^5.1.0",
    "react": "^19.3.1",
    "react-dom": "^19.3.1",
    "react-router": "8.4.0",
  },
  devPackages: {
    "@react-router/dev": "8.4.0",
    "@types/node": "^24.0.0",
    "@types/react": "^19.0.0",
    "@types/react-dom": "^19.0.0",
    "typescript": "^5.9.3",
    "vite": "^8.4.0",
  },
  scripts: {
    dev: "react-router dev",
    build: "react-router build",
    check: "react-router typegen && tsc",
    start:
      "node --env-file-if-exists=.env node_modules/@react-router/serve/bin.cjs build/server/index.js",
  },
  files: () => FILES,
  mount: `// app/root.tsx
import { auth } from "./.server/auth";

export const middleware = [auth.middleware];

// app/routes/auth.ts; in app/routes.ts: route("auth/*", "routes/auth.ts")
export const loader = auth.handler;
export const action = auth.handler;

// app/routes/private.tsx
export async function loader(args: Route.LoaderArgs) {
  await auth.require(args); // for people who are signed in
}
`,
};
