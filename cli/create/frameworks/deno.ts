import { VERSION } from "../../check/find/catalogue.ts";
import type { Choices } from "../choices.ts";
import type { Framework } from "../framework.ts";
import { PAGES } from "../pages.ts";
import { renderTest } from "../test_module.ts";

const APP = `import { auth } from "./auth.ts";
import { homePage, privatePage } from "./pages.ts";

export async function handle(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/auth/")) return await auth.handler(request);
  if (pathname === "/private") {
    const visitor = await auth.require(request);
    return visitor instanceof Response
      ? visitor
      : send(privatePage(), visitor.headers);
  }
  const { session, headers } = await auth.session(request);
  return pathname === "/"
    ? send(homePage(session?.user), headers)
    : new Response("Not found", { status: 404 });
}

function send(page: string, headers: Headers): Response {
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(page, { headers });
}
`;

const SERVER = `import process from "node:process";
import { handle } from "./app.ts";

Deno.serve({ port: Number(process.env.PORT ?? 3000) }, handle);
`;

const DEV =
  `/** Starts the application with a provider of its own, so that the first sign-in needs no account. */
import process from "node:process";
import { serveDemoProvider } from "@latchkey/auth/testing";

await serveDemoProvider(process.env);
await import("./server.ts");
`;

function renderManifest({ library, methods, database }: Choices): string {
  const isFolder = library.includes("/");
  const manifest = {
    imports: {
      "@latchkey/auth": `jsr:@latchkey/auth@${
        isFolder ? `^${VERSION}` : library
      }`,
      ...(methods.includes("passkey")
        ? { "@simplewebauthn/server": "npm:@simplewebauthn/server@^14.0.0" }
        : {}),
      ...(database === "postgres"
        ? { "@types/pg": "npm:@types/pg@^8.23.0", pg: "npm:pg@^8.23.0" }
        : {}),
    },
    ...(isFolder ? { links: [library] } : {}),
    tasks: {
      dev: "deno run -A --watch --env-file=.env src/dev.ts",
      start: "deno run -A --env-file=.env src/server.ts",
      test: "deno test -A",
    },
    compilerOptions: { strict: true, noUncheckedIndexedAccess: true },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Deno without a framework: Request and Response. */
export const deno: Framework = {
  name: "Deno, without a framework",
  sign: "",
  auth: {
    imports:
      'import process from "node:process";\nimport { createAuth } from "@latchkey/auth";',
    open: "export const auth = createAuth({",
    close: "});",
  },
  packages: {},
  devPackages: {},
  scripts: {},
  files: (choices) => ({
    "deno.json": renderManifest(choices),
    "src/app.ts": APP,
    "src/app.test.ts": renderTest(choices, {
      imports: `import process from "node:process";
import { test } from "node:test";
import { createTestSecret, signInAs } from "@latchkey/auth/testing";`,
      load: `const { handle } = await import("./app.ts");
const { auth } = await import("./auth.ts");`,
      ask: (init) =>
        `handle(new Request("http://localhost/private"${init && `, ${init}`}))`,
    }),
    "src/dev.ts": DEV,
    "src/pages.ts": PAGES,
    "src/server.ts": SERVER,
  }),
  mount: `import { auth } from "./auth.ts";

if (pathname.startsWith("/auth/")) return await auth.handler(request);
const { session, headers } = await auth.session(request);
`,
};
