import { defineConfig } from "@playwright/test";
import { launchOptions } from "./browser.ts";
import type { Options } from "./fixtures.ts";
import { embedded, ports, startedElsewhere } from "./settings.ts";

const oneOrigin = startedElsewhere ?? `http://localhost:${ports.oneOrigin}`;
const twoOrigins = `http://localhost:${ports.twoOrigins}`;
const database = `http://localhost:${ports.database}`;
const twoOriginsSpec = "two_origins.spec.ts";
const qwikSpec = "qwik.spec.ts";
const sessionsSpec = "sessions.spec.ts";
const passkeysSpec = "passkeys.spec.ts";
const mailSpec = "mail.spec.ts";

export default defineConfig<Options>({
  testDir: ".",
  outputDir: "../.cache/e2e",
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 20_000,
  reporter: [["list"], ["junit", { outputFile: "../.cache/junit/e2e.xml" }]],
  use: {
    baseURL: oneOrigin,
    trace: "retain-on-failure",
    launchOptions,
  },
  projects: [
    {
      name: "one origin",
      testIgnore: [
        twoOriginsSpec,
        sessionsSpec,
        passkeysSpec,
        qwikSpec,
        // Their mailbox comes with the demo.
        ...(startedElsewhere ? [mailSpec] : []),
      ],
    },
    ...(embedded
      ? [{
        name: "two origins",
        testMatch: twoOriginsSpec,
        use: { baseURL: twoOrigins },
      }, {
        // The same application with one switch: sessions are rows.
        name: "database",
        testMatch: [
          "credentials.spec.ts",
          "sign_in.spec.ts",
          "sign_out.spec.ts",
          sessionsSpec,
          passkeysSpec,
        ],
        use: { baseURL: database },
      }, {
        name: "qwik on node",
        testIgnore: [twoOriginsSpec, sessionsSpec, passkeysSpec],
        use: {
          baseURL: qwik(ports.qwikNode),
          mailbox: `http://localhost:${ports.qwikMailbox}`,
        },
      }, {
        name: "qwik with a database",
        testMatch: ["sign_out.spec.ts", sessionsSpec, passkeysSpec],
        use: { baseURL: qwik(ports.qwikDatabase) },
      }, {
        name: "qwik on deno",
        testMatch: ["sign_out.spec.ts", twoOriginsSpec, qwikSpec],
        use: { baseURL: qwik(ports.qwikDeno) },
      }, {
        name: "qwik in development",
        testMatch: "sign_out.spec.ts",
        // Vite compiles each module when it is first asked for.
        timeout: 60_000,
        expect: { timeout: 20_000 },
        use: { baseURL: qwik(ports.qwikDev) },
      }]
      : []),
  ],
  webServer: [
    ...(startedElsewhere ? [] : [serve(ports.oneOrigin)]),
    ...(embedded
      ? [
        serve(ports.twoOrigins, "--two-origins"),
        serve(ports.database, "--database"),
        serveQwik(ports.qwikNode, "node", "--mail"),
        serveQwik(ports.qwikDatabase, "node", "--database"),
        serveQwik(ports.qwikDeno, "deno", "--two-origins"),
        serveQwik(ports.qwikDev, "dev"),
      ]
      : []),
  ],
});

function qwik(port: number): string {
  return `http://localhost:${port}`;
}

function serveQwik(port: number, runtime: string, ...flags: string[]) {
  return start("serve_qwik.ts", port, runtime, ...flags);
}

function serve(port: number, ...flags: string[]) {
  return start("serve.ts", port, ...flags);
}

function start(program: string, port: number, ...flags: string[]) {
  return {
    command: ["deno run -A", program, port, ...flags].join(" "),
    url: `http://localhost:${port}/`,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM" as const, timeout: 5_000 },
  };
}
