/** What all applications on Node have. */
import type { Files, Packages } from "../framework.ts";

/** Runs TypeScript, and checks it. */
export const nodeDevPackages: Packages = {
  "@types/node": "^24.0.0",
  "tsx": "^4.20.0",
  "typescript": "^5.9.0",
};

/** The scripts of package.json. */
export const nodeScripts = {
  dev: "tsx watch --env-file-if-exists=.env src/dev.ts",
  build: "tsc",
  start: "node --env-file-if-exists=.env dist/server.js",
  test: "node --import tsx --test src/app.test.ts",
} as const;

/** `server.ts` of an application that has a method `listen`. */
export const listening = `import { app } from "./app.ts";

const port = Number(process.env.PORT ?? 3000);
app.listen(port, () => console.log(\`http://localhost:\${port}\`));
`;

/** Files besides those of the application. */
export const nodeFiles: Files = {
  "src/dev.ts":
    `/** Starts the application with a provider of its own, so that the first sign-in needs no account. */
import { serveDemoProvider } from "@latchkey/auth/testing";

await serveDemoProvider(process.env);
await import("./server.ts");
`,
  "tsconfig.json": `{
  "compilerOptions": {
    "target": "ES2022",
    "module": "NodeNext",
    "rootDir": "src",
    "outDir": "dist",
    "strict": true,
    "noUncheckedIndexedAccess": true,
    "verbatimModuleSyntax": true,
    "rewriteRelativeImportExtensions": true
  },
  "include": ["src"]
}
`,
};
