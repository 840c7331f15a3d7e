/** What applications that Vite builds have. */
import type { Packages } from "../framework.ts";

/** Builds and checks. */
export const viteDevPackages: Packages = {
  "@types/node": "^24.0.0",
  "typescript": "^5.9.0",
  "vite": "^7.3.0",
};

/**
 * Renders the configuration of Vite, which starts the provider of the demo in
 * development.
 */
export function renderVite(imports: string, plugins: string): string {
  return `import { existsSync } from "node:fs";
${imports}
import { serveDemoProvider } from "@latchkey/auth/testing";
import { defineConfig } from "vite";

export default defineConfig(async ({ command }) => {
  if (command === "serve") {
    if (existsSync(".env")) process.loadEnvFile();
    // So that the first sign-in needs no account.
    await serveDemoProvider(process.env);
  }
  return {
    plugins: [${plugins}],
    server: { port: Number(process.env.PORT ?? 3000), strictPort: true },
  };
});
`;
}
