import { defineConfig } from "@playwright/test";
import { launchOptions } from "./browser.ts";
import { embedded, ports, startedElsewhere } from "./settings.ts";

const oneOrigin = startedElsewhere ?? `http://localhost:${ports.oneOrigin}`;
const twoOrigins = `http://localhost:${ports.twoOrigins}`;
const database = `http://localhost:${ports.database}`;
const twoOriginsSpec = "two_origins.spec.ts";
const sessionsSpec = "sessions.spec.ts";
const passkeysSpec = "passkeys.spec.ts";
const mailSpec = "mail.spec.ts";

export default defineConfig({
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
      }]
      : []),
  ],
  webServer: [
    ...(startedElsewhere ? [] : [serve(ports.oneOrigin)]),
    ...(embedded
      ? [
        serve(ports.twoOrigins, "--two-origins"),
        serve(ports.database, "--database"),
      ]
      : []),
  ],
});

function serve(port: number, ...flags: string[]) {
  return {
    command: ["deno run -A serve.ts", port, ...flags].join(" "),
    url: `http://localhost:${port}/`,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM" as const, timeout: 5_000 },
  };
}
