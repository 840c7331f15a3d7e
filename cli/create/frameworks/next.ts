import type { Files, Framework } from "../framework.ts";

const FILES: Files = {
  "next.config.ts": `import type { NextConfig } from "next";

export default {
  // Those who may not see a page get an answer with the status 403.
  experimental: { authInterrupts: true },
} satisfies NextConfig;
`,
  "src/app/auth/[...auth]/route.ts": `import { auth } from "../../../auth.ts";

export const { GET, POST } = auth.handlers;
`,
  "src/app/layout.tsx": `import type { Metadata } from "next";
import type { ReactNode } from "react";

export const metadata: Metadata = { title: "App", icons: "data:," };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
`,
  "src/app/page.tsx": `import Link from "next/link";
import { auth } from "../auth.ts";

export default async function Page() {
  const user = (await auth.getSession())?.user;
  return (
    <>
      <h1>{\`Hello, \${user ? user.name ?? user.email : "stranger"}\`}</h1>
      {user
        ? (
          <p>
            <Link href="/private">Private page</Link> ·{" "}
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
}
`,
  "src/app/private/page.tsx": `import Link from "next/link";
import { auth } from "../../auth.ts";

export default async function Page() {
  await auth.requireSession();
  return (
    <>
      <h1>Private page</h1>
      <p>
        <Link href="/">Back</Link>
      </p>
    </>
  );
}
`,
  "src/instrumentation.ts": `/** Runs when the server starts. */
export async function register() {
  if (process.env.NODE_ENV !== "development") return;
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  // So that the first sign-in needs no account.
  const { serveDemoProvider } = await import("@latchkey/auth/testing");
  await serveDemoProvider(process.env);
}
`,
  "src/proxy.ts": `import { auth } from "./auth.ts";

/** Renews sessions, and tells pages the way back after a sign-in. */
export const proxy = auth.proxy();

export const config = {
  matcher: [{
    source: "/((?!_next/static|_next/image).*)",
    missing: [{ type: "header", key: "next-router-prefetch" }],
  }],
};
`,
  // With all that Next would add itself.
  "tsconfig.json": `{
  "compilerOptions": {
    "target": "ES2022",
    "lib": ["dom", "dom.iterable", "esnext"],
    "allowJs": true,
    "skipLibCheck": true,
    "strict": true,
    "noUncheckedIndexedAccess": true,
    "noEmit": true,
    "allowImportingTsExtensions": true,
    "esModuleInterop": true,
    "module": "esnext",
    "moduleResolution": "bundler",
    "resolveJsonModule": true,
    "isolatedModules": true,
    "jsx": "react-jsx",
    "incremental": true,
    "plugins": [{ "name": "next" }]
  },
  "include": [
    "next-env.d.ts",
    "**/*.ts",
    "**/*.tsx",
    ".next/types/**/*.ts",
    ".next/dev/types/**/*.ts"
  ],
  "exclude": ["node_modules"]
}
`,
};

/** Next, with the App Router. */
export const next: Framework = {
  name: "Next",
  sign: "next",
  pages: "src/app/",
  ignored: [".next/", "next-env.d.ts", "*.tsbuildinfo"],
  auth: {
    imports: 'import { createNextAuth } from "@latchkey/auth/next";',
    open: "export const auth = createNextAuth({",
    close: "});",
  },
  repeats: true,
  serving: 'process.env.NEXT_PHASE !== "phase-production-build"',
  packages: {
    "next": "^16.4.6",
    "react": "^19.3.1",
    "react-dom": "^19.3.1",
  },
  devPackages: {
    "@types/node": "^24.0.0",
    "@types/react": "^19.0.0",
    "typescript": "^5.9.3",
  },
  scripts: {
    dev: "next dev",
    build: "next build",
    start: "next start",
  },
  files: () => FILES,
  mount: `// app/auth/[...auth]/route.ts, with the way to auth.ts
export const { GET, POST } = auth.handlers;

// proxy.ts, beside auth.ts
import { auth } from "./auth.ts";

export const proxy = auth.proxy();

// app/private/page.tsx
const { user } = await auth.requireSession(); // for people who are signed in
`,
};
