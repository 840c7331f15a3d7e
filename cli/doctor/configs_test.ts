import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type AuthConfig, createAuth, createMemoryStore } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { inspect } from "@latchkey/auth/doctor";
import type { FaultProvider } from "@latchkey/auth/testing";
import { createDoctor } from "../doctor.ts";
import { run } from "../run.ts";
import type { FindingId } from "./catalogue.ts";
import {
  createConfig,
  type DeploymentOptions,
  startProvider,
} from "./deployment_testkit.ts";
import type { LoadedPackage } from "./inside/inspection.ts";
import type { Report } from "./report.ts";

/** What is special about a configuration, and about where it is examined. */
interface ConfigCase extends Omit<DeploymentOptions, "config"> {
  readonly config?: (
    config: AuthConfig,
    op: FaultProvider,
    wait: (time: number) => void,
  ) => AuthConfig;
  /** Another configuration, which is examined with the first. */
  readonly another?: (config: AuthConfig) => AuthConfig;
  readonly env?: Readonly<Record<string, string>>;
  readonly runtime?: { readonly name: string; readonly version: string };
  readonly packages?: readonly LoadedPackage[];
  readonly now?: () => number;
}

/** Examines a configuration. */
async function examine(
  options: ConfigCase,
): Promise<{ readonly report: Report; readonly out: string }> {
  const { op, close } = await startProvider(options as DeploymentOptions);
  let time = 0;
  const wait = (more: number) => void (time += more);
  const { config = (one) => one, another, env = {}, packages = [] } = options;
  const first = config(createConfig(op), op, wait);
  const configs: Record<string, object> = {
    "./auth.ts": first,
    ...(another === undefined ? {} : { "./other.ts": another(first) }),
  };
  const { runtime = { name: "node", version: "24.1.0" } } = options;
  const doctor = createDoctor({
    load: (path) => {
      const auth = configs[path] ?? {};
      return Promise.resolve({ name: "config", auth, inspect, packages });
    },
    elapsed: () => time,
    runtime,
  });
  let out = "";
  let error = "";
  try {
    const args = Object.keys(configs).flatMap((path) => ["--config", path]);
    const code = await run(doctor, [...args, "--json"], {
      out: (text) => void (out += text),
      error: (text) => void (error += text),
      now: options.now ?? Date.now,
      env: (name) => env[name],
    });
    assert.equal(error, "");
    const report: Report = JSON.parse(out);
    assert.equal(code, report.findings.length === 0 ? 0 : 1);
    for (const secret of [first.secret ?? "", op.clientSecret].flat()) {
      assert.ok(secret === "" || !out.includes(secret));
    }
    return { report, out };
  } finally {
    await close();
  }
}

function fail(message: string): () => never {
  return () => {
    throw new Error(message);
  };
}

function createStore(changes: Record<string, unknown>) {
  return { ...createMemoryStore(), ...changes } as NonNullable<
    AuthConfig["store"]
  >;
}

/** A configuration, and the finding that names what is wrong with it. */
const BROKEN: readonly (readonly [string, FindingId, ConfigCase])[] = [
  ["a secret that is too short", "config.invalid", {
    config: (one) => ({ ...one, secret: "hunter2" }),
  }],
  ["a secret that somebody typed", "secrets.guessable", {
    config: (one) => ({
      ...one,
      secret: "abcdefghijklmnopqrstuvwxyz0123456789",
    }),
  }],
  ["a secret of an example", "secrets.guessable", {
    config: (one) => ({
      ...one,
      secret: "a random text of at least 32 characters",
    }),
  }],
  ["a secret that repeats itself", "secrets.guessable", {
    config: (one) => ({ ...one, secret: "kX9-vB3_qZ7!".repeat(3) }),
  }],
  ["a secret that is the client's, too", "secrets.reused", {
    config: (one, op) => ({
      ...one,
      secret: [`${one.secret}`, op.clientSecret],
    }),
  }],
  ["two configurations with one secret", "secrets.shared", {
    another: (one) => ({ ...one }),
  }],
  ["a client secret of another client", "provider.secret", {
    config: (one, op) => ({
      ...one,
      providers: [
        op.provider({ id: "work", clientSecret: "of another client" }),
      ],
    }),
  }],
  ["a way to authenticate that the provider does not take", "provider.secret", {
    config: (one, op) => ({
      ...one,
      providers: [op.provider({
        id: "work",
        clientSecret: "",
        client: { token_endpoint_auth_method: "none" },
      })],
    }),
  }],
  ["a redirect URI that is not registered", "provider.redirect-uri", {
    registered: ["http://localhost:3000/auth/callback/work"],
  }],
  ["a client that is not known", "provider.client", { client: "another" }],
  ["an issuer with another last slash", "metadata.issuer", {
    config: (one, op) => ({
      ...one,
      providers: [op.provider({ id: "work", issuer: `${op.issuer}/` })],
    }),
  }],
  ["a provider that does not answer", "metadata.unreachable", {
    config: (one, op) => {
      op.faults.discovery = { reset: true };
      return one;
    },
  }],
  ["a provider that is out of order", "metadata.unreachable", {
    config: (one, op) => {
      op.faults.discovery = { status: 503 };
      return one;
    },
  }],
  ["metadata without a token endpoint", "metadata.wrong", {
    config: (one, op) => {
      op.faults.discovery = {
        body: ({ token_endpoint: _, ...json }) => json,
      };
      return one;
    },
  }],
  ["keys that are not there", "keys.missing", {
    config: (one, op) => {
      op.faults.jwks = { body: () => ({ keys: [] }) };
      return one;
    },
  }],
  ["an algorithm that the provider does not use", "keys.algorithm", {
    config: (one, op) => ({
      ...one,
      providers: [op.provider({
        id: "work",
        client: { id_token_signed_response_alg: "PS256" },
      })],
    }),
  }],
  ["an address in the network without https", "origin.plain", {
    config: (one) => ({ ...one, origin: "http://app.example" }),
    registered: ["http://app.example/auth/callback/work"],
  }],
  ["no origin", "origin.missing", {
    config: ({ origin: _, ...one }) => ({ ...one, trustHost: true }),
    registered: ["http://localhost/auth/callback/work"],
  }],
  ["no store", "store.missing", {
    config: ({ store: _, ...one }) => one,
  }],
  ["a store that is down", "store.down", {
    config: (one) => ({
      ...one,
      store: createStore({ compareAndSet: fail("connect ECONNREFUSED") }),
    }),
  }],
  ["a store whose comparison is none", "store.wrong", {
    config: (one) => ({
      ...one,
      store: createStore({ compareAndSet: () => true }),
    }),
  }],
  ["a slow store", "store.slow", {
    config: (one, _op, wait) => {
      const { get } = createMemoryStore();
      const store = createMemoryStore();
      return {
        ...one,
        store: createStore({
          ...store,
          get: (keys: string[]) => {
            wait(900);
            return get === undefined ? [] : store.get(keys);
          },
        }),
      };
    },
  }],
  ["a table that is missing", "adapter.tables", {
    config: (one) => ({
      ...one,
      adapter: {
        ...createMemoryAdapter(),
        getSessionAndUser: fail('relation "sessions" does not exist'),
      },
    }),
  }],
  ["a database that is down", "adapter.down", {
    config: (one) => ({
      ...one,
      adapter: {
        ...createMemoryAdapter(),
        getUserByEmail: fail("connect ECONNREFUSED 127.0.0.1:5432"),
      },
    }),
  }],
  ["a slow database", "adapter.slow", {
    config: (one, _op, wait) => ({
      ...one,
      adapter: {
        ...createMemoryAdapter(),
        getSessionAndUser: () => {
          wait(1200);
          return null;
        },
      },
    }),
  }],
  ["a variable with its quotes", "env.quoted", {
    env: { AUTH_WORK_SECRET: '"in quotes"' },
  }],
  ["a variable that does not count", "env.unused", {
    env: { AUTH_URL: "https://old.example/auth" },
  }],
  ["an old Node", "runtime.version", {
    runtime: { name: "node", version: "18.20.4" },
  }],
  ["an old Deno", "runtime.version", {
    runtime: { name: "deno", version: "1.46.0" },
  }],
  ["an old package beside the library", "packages.version", {
    packages: [{ name: "jose", version: "5.9.6", range: "^6.2.0" }],
  }],
  ["a clock that is behind", "clock.own", {
    now: () => Date.now() - 240_000,
  }],
  ["a database whose clock is ahead", "clock.store", {
    config: (one) => ({
      ...one,
      store: createStore({ readClock: () => Date.now() + 300_000 }),
    }),
  }],
  ["checks that are turned off", "config.warned", {
    config: (one, op) => ({
      ...one,
      providers: [op.provider({ id: "work", checks: ["none"] })],
    }),
  }],
];

describe("doctor --config", () => {
  it("finds nothing in a healthy configuration", async () => {
    const { report } = await examine({
      config: (one) => ({ ...one, adapter: createMemoryAdapter() }),
      packages: [{ name: "jose", version: "6.3.1", range: "^6.2.0" }],
    });
    const { findings, untried, sound } = report;
    assert.deepEqual(findings, []);
    assert.deepEqual(untried, []);
    assert.deepEqual(sound, [
      "the runtime",
      "versions",
      "secrets",
      "the origin",
      "variables",
      "the store",
      "the adapter",
      "the provider work",
      "the configuration",
    ]);
  });

  it("finds nothing in what createAuth returns for it", async () => {
    const { report } = await examine({
      config: (one) => createAuth(one) as never,
    });
    assert.deepEqual(report.findings, []);
  });

  it("says that a provider is not reachable without a network", async () => {
    const { report } = await examine({
      config: (one, op) => ({
        ...one,
        providers: [{
          ...op.provider({ id: "work" }),
          issuer: "https://login.invalid",
        }].map(withoutNetwork),
      }),
    });
    assert.deepEqual(report.findings, []);
    assert.equal(report.untried[0]?.what, "the provider work");
    assert.match(report.untried[0]?.reason ?? "", /^not reachable\. /);
  });

  for (const [title, id, options] of BROKEN) {
    it(`its first finding names the cause of ${title}`, async () => {
      const { report: { findings } } = await examine(options);
      assert.equal(
        findings[0]?.id,
        id,
        findings.map(({ id, seen }) => `${id}: ${seen}`).join("\n"),
      );
      assert.match(findings[0]?.seen ?? "", /^[A-Z].*\.$/s);
    });
  }
});

/** A provider whose requests end as they do without a network. */
function withoutNetwork<T extends object>(provider: T): T {
  const [fetch] = Object.getOwnPropertySymbols(provider);
  if (fetch === undefined) throw new Error("no fetch");
  return {
    ...provider,
    [fetch]: () => {
      const cause = Object.assign(new Error("getaddrinfo ENOTFOUND"), {
        code: "ENOTFOUND",
      });
      return Promise.reject(new TypeError("fetch failed", { cause }));
    },
  };
}
