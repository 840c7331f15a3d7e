import { defineConfig } from "@playwright/test";
import process from "node:process";
import { launchOptions } from "./browser.ts";
import type { Options } from "./specs/fixtures.ts";
import { embedded, ports, startedElsewhere } from "./settings.ts";
import { endWithStarter, starter } from "./starter.ts";
import {
  ready,
  serversVariable,
  type TestServer,
} from "./servers/test_servers.ts";

endWithStarter();

const oneOrigin = startedElsewhere ?? `http://localhost:${ports.oneOrigin}`;
const twoOriginsSpec = "two_origins.spec.ts";
const qwikSpec = "qwik.spec.ts";
const sessionsSpec = "sessions.spec.ts";
const passkeysSpec = "passkeys.spec.ts";
const mailSpec = "mail.spec.ts";
const providerPagesSpec = "provider_pages.spec.ts";
const complaintsSpec = "complaints.spec.ts";
const withoutScriptsSpec = "without_scripts.spec.ts";
const connectionSpec = "connection.spec.ts";
const exampleSpecs = "{mcp,spa}.spec.ts";
const clientSpec = "client.spec.ts";
const passwordSpecs = "{passwords,second_factor}.spec.ts";
const gallerySpecs = "gallery/*.spec.ts";

/** Whether each spec runs once, and not on every application that it fits. */
const isShort = Boolean(process.env.E2E_SHORT);
/** Whether somebody may look at traces after the run. */
const leavesTraces = !isShort && !process.env.CI;

/** The specs that a project leaves to another one in a short run. */
function leave(...specs: string[]): string[] {
  return isShort ? specs : [];
}

/** In a short run, the test that signs in and out is enough for an application. */
const basics = isShort ? /signing out ends the session/ : /./;

const ownProjects = [{
  project: {
    name: "one origin",
    testIgnore: [
      twoOriginsSpec,
      sessionsSpec,
      passkeysSpec,
      connectionSpec,
      exampleSpecs,
      clientSpec,
      passwordSpecs,
      qwikSpec,
      withoutScriptsSpec,
      gallerySpecs,
      // Their mailbox is part of the demo.
      ...(startedElsewhere ? [mailSpec] : []),
      // They test the default selectors, which the environment may replace.
      ...(embedded ? [] : [providerPagesSpec]),
    ],
    use: { baseURL: oneOrigin },
  },
  servers: startedElsewhere ? [] : [serve(ports.oneOrigin)],
}];

const embeddedProjects = [{
  project: {
    name: "without JavaScript",
    testMatch: withoutScriptsSpec,
    use: { baseURL: oneOrigin, javaScriptEnabled: false },
  },
  servers: [serve(ports.oneOrigin)],
}, {
  project: {
    name: "gallery",
    testMatch: gallerySpecs,
    // Each test looks at every page.
    timeout: 60_000,
    use: {
      baseURL: toUrl(ports.gallery),
      viewport: { width: 320, height: 720 },
    },
  },
  servers: [toServer("gallery/serve.ts", ports.gallery)],
}, {
  project: {
    name: "two origins",
    testMatch: [twoOriginsSpec, "icons.spec.ts"],
    testIgnore: leave("icons.spec.ts"),
    use: { baseURL: toUrl(ports.twoOrigins) },
  },
  servers: [serve(ports.twoOrigins, "--two-origins")],
}, {
  // The same application with one switch: sessions are in the database.
  project: {
    name: "database",
    testMatch: [
      "credentials.spec.ts",
      "sign_in.spec.ts",
      "sign_out.spec.ts",
      "step_up.spec.ts",
      sessionsSpec,
      passkeysSpec,
    ],
    testIgnore: leave(
      "credentials.spec.ts",
      "sign_in.spec.ts",
      "sign_out.spec.ts",
      "step_up.spec.ts",
    ),
    use: { baseURL: toUrl(ports.database) },
  },
  servers: [serve(ports.database, "--database")],
}, {
  // Tokens are kept by account, and every sign-in replaces them.
  project: {
    name: "connection",
    testMatch: connectionSpec,
    use: { baseURL: toUrl(ports.connection) },
  },
  servers: [serve(ports.connection, "--database")],
}, {
  // The specs start the servers and their provider.
  project: { name: "examples", testMatch: exampleSpecs },
  servers: [],
}, {
  project: {
    name: "client",
    testMatch: clientSpec,
    // Passwords take a while to hash.
    timeout: 60_000,
    use: { baseURL: toUrl(ports.client) },
  },
  servers: [toServer("client/serve.ts", ports.client)],
}, {
  // People choose passwords of their own, instead of a guest's.
  project: {
    name: "passwords",
    testMatch: passwordSpecs,
    // Some have a fixture that signs somebody up.
    timeout: 60_000,
    use: {
      baseURL: toUrl(ports.passwords),
      mailbox: toUrl(ports.passwordMailbox),
    },
  },
  servers: [serve(ports.passwords, "--passwords")],
}, {
  project: {
    name: "qwik on node",
    testIgnore: [
      twoOriginsSpec,
      sessionsSpec,
      passkeysSpec,
      connectionSpec,
      exampleSpecs,
      clientSpec,
      passwordSpecs,
      providerPagesSpec,
      complaintsSpec,
      withoutScriptsSpec,
      gallerySpecs,
      // Signing out, which includes signing in, stays for each application.
      ...leave(
        "attempts.spec.ts",
        "credentials.spec.ts",
        "icons.spec.ts",
        mailSpec,
        "pages.spec.ts",
        "plain_http.spec.ts",
        "sign_in.spec.ts",
        "step_up.spec.ts",
      ),
    ],
    use: {
      baseURL: toUrl(ports.qwikNode),
      mailbox: toUrl(ports.qwikMailbox),
    },
  },
  servers: [serveQwik(ports.qwikNode, "node", "--mail")],
}, {
  project: {
    name: "qwik with a database",
    testMatch: ["sign_out.spec.ts", sessionsSpec, passkeysSpec],
    testIgnore: leave("sign_out.spec.ts", passkeysSpec),
    use: { baseURL: toUrl(ports.qwikDatabase) },
  },
  servers: [serveQwik(ports.qwikDatabase, "node", "--database")],
}, {
  project: {
    name: "qwik on deno",
    testMatch: ["sign_out.spec.ts", twoOriginsSpec, qwikSpec],
    testIgnore: leave(twoOriginsSpec, qwikSpec),
    grep: basics,
    use: { baseURL: toUrl(ports.qwikDeno) },
  },
  servers: [serveQwik(ports.qwikDeno, "deno", "--two-origins")],
}, {
  project: {
    name: "qwik in development",
    testMatch: "sign_out.spec.ts",
    grep: basics,
    // Vite compiles each module on its first request.
    timeout: 60_000,
    expect: { timeout: 20_000 },
    use: { baseURL: toUrl(ports.qwikDev) },
  },
  servers: [serveQwik(ports.qwikDev, "dev")],
}];

const all = [...ownProjects, ...(embedded ? embeddedProjects : [])];
const names = process.env.E2E_PROJECTS?.split(",") ??
  all.map(({ project }) => project.name);
const chosen = names.map((name) => {
  const found = all.find(({ project }) => project.name === name);
  if (found !== undefined) return found;
  const known = all.map(({ project }) => project.name).join(", ");
  throw new Error(`E2E_PROJECTS names "${name}", which is none of: ${known}`);
});

// Two projects may use the same one.
const servers = new Map(
  chosen.flatMap(({ servers }) => servers).map((one) => [one.url, one]),
);

export default defineConfig<Options>({
  testDir: ".",
  outputDir: "../.cache/e2e",
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  // A provider on the internet may be slow.
  timeout: embedded ? 20_000 : 60_000,
  expect: { timeout: embedded ? 5_000 : 15_000 },
  reporter: [["list"], ["junit", { outputFile: "../.cache/junit/e2e.xml" }]],
  // A film of every test would take a tenth of the time of all, and its log
  // another tenth.
  use: {
    trace: {
      mode: leavesTraces ? "retain-on-failure" : "off",
      screenshots: false,
    },
    launchOptions,
  },
  projects: chosen.map(({ project }) => project),
  // Playwright would start them one after the other.
  ...(servers.size > 0 && { webServer: startAll([...servers.values()]) }),
});

function toUrl(port: number): string {
  return `http://localhost:${port}`;
}

function serveQwik(port: number, runtime: string, ...flags: string[]) {
  return toServer("servers/serve_qwik.ts", port, runtime, ...flags);
}

function serve(port: number, ...flags: string[]) {
  return toServer("servers/serve.ts", port, ...flags);
}

function toServer(
  program: string,
  port: number,
  ...flags: string[]
): TestServer {
  return { args: [program, `${port}`, ...flags], url: `${toUrl(port)}/` };
}

function startAll(servers: readonly TestServer[]) {
  return {
    command: "deno run -A servers/serve_all.ts",
    env: {
      [starter]: String(process.pid),
      [serversVariable]: JSON.stringify(servers),
    },
    wait: { stdout: ready },
    timeout: 180_000,
    gracefulShutdown: { signal: "SIGTERM" as const, timeout: 5_000 },
  };
}
