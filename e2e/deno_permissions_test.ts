/** What an application on Deno may do, and what it says if that is too little. */

import assert from "node:assert/strict";
import { describe, it } from "node:test";

const secret = crypto.randomUUID();
const client = `clientId: "a", clientSecret: "b"`;
const provider =
  `{ id: "work", name: "Work", type: "oidc", issuer: "https://id.example", ${client} }`;

interface Run {
  /** The variables, set but not readable. */
  readonly env?: Readonly<Record<string, string>>;
  readonly allowed?: string | undefined;
  readonly flags?: readonly string[];
  /** The configuration, as source text. */
  readonly config: string;
}

/** Runs an application that answers one request for a host, and returns what it says. */
async function run(
  { env = {}, allowed, flags = [], config }: Run,
): Promise<string> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-prompt",
      "--config=deno.json",
      ...allowed === undefined ? [] : [`--allow-env=${allowed}`],
      ...flags,
      "-",
    ],
    cwd: new URL("..", import.meta.url),
    env: { NO_COLOR: "1", ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(`
    import { createAuth } from "@latchkey/auth";
    import { createDenoKvStore } from "@latchkey/auth/adapters/deno-kv";
    import Entra from "@latchkey/auth/providers/microsoft-entra-id";
    import Resend from "@latchkey/auth/providers/resend";
    const logger = { error: (error) => console.log(error.message), warn() {} };
    try {
      const auth = createAuth({ logger, ...${config} });
      const url = "https://evil.example/auth/signin";
      const answer = await auth.handler(new Request(url));
      console.log(answer.status);
    } catch (error) {
      console.log("construction:", error.message);
    }
  `));
  await writer.close();
  const { stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  assert.equal(decoder.decode(stderr), "");
  return decoder.decode(stdout);
}

const denied = (names: string, flag = names) =>
  `These variables may be set, but may not be read: ${names}. Run Deno with \`--allow-env=${flag}\`, or set the options in the configuration.\n`;

describe("an application on Deno without a permission", () => {
  it("an address, a secret or a client that may not be read is a mistake at construction, with the flag to add", async () => {
    const rows: [string, Run][] = [
      ["AUTH_URL", {
        env: { AUTH_URL: "https://app.example" },
        config: `{ secret: "${secret}", providers: [] }`,
      }],
      ["AUTH_SECRET", {
        env: { AUTH_SECRET: secret },
        allowed: "AUTH_SECRET_*",
        config: `{ origin: "https://app.example", providers: [] }`,
      }],
      ["AUTH_SECRET_1", {
        env: { AUTH_SECRET: secret, AUTH_SECRET_1: crypto.randomUUID() },
        allowed: [2, 3, 4, 5, 6, 7, 8, 9].map((n) => `AUTH_SECRET_${n}`)
          .concat("AUTH_SECRET").join(),
        config: `{ origin: "https://app.example", providers: [] }`,
      }],
      ["AUTH_WORK_SECRET", {
        env: { AUTH_WORK_SECRET: "hidden" },
        config:
          `{ origin: "https://app.example", secret: "${secret}", providers: [{ ...${provider}, clientSecret: undefined }] }`,
      }],
      ["AUTH_MICROSOFT_ENTRA_ID_TENANT", {
        env: { AUTH_MICROSOFT_ENTRA_ID_TENANT: "mine" },
        config:
          `{ origin: "https://app.example", secret: "${secret}", providers: [Entra({ ${client} })] }`,
      }],
      ["AUTH_RESEND_KEY", {
        env: { AUTH_RESEND_KEY: "hidden" },
        config:
          `{ origin: "https://app.example", secret: "${secret}", providers: [Resend({ from: "a@app.example" })] }`,
      }],
    ];
    for (const [name, row] of rows) {
      assert.equal(await run(row), `construction: ${denied(name)}`);
    }
    const all = await run({ config: "{ providers: [] }" });
    assert.match(all, /AUTH_SECRET, AUTH_URL\. .*`--allow-env="AUTH_\*"`/);
  });

  it("a mode that may not be read trusts no host, unless nothing depends on it", async () => {
    const config = `{ secret: "${secret}", providers: [] }`;
    const env = { NODE_ENV: "production" };
    assert.equal(
      await run({ env, allowed: "AUTH_*", config }),
      `${denied("NODE_ENV")}500\n`,
    );
    assert.equal(
      await run({ allowed: "AUTH_URL,NODE_ENV", config }),
      `${denied("AUTH_TRUST_HOST")}500\n`,
    );
    const named = { ...env, AUTH_URL: "https://app.example" };
    assert.equal(await run({ env: named, allowed: "AUTH_*", config }), "200\n");
  });

  it("a configuration that has everything itself needs no variable", async () => {
    const config =
      `{ origin: "https://app.example", secret: "${secret}", providers: [${provider}] }`;
    assert.equal(await run({ config }), "200\n");
  });

  it("the permissions of docs/deployment.md suffice, also for Deno KV in a file", async () => {
    const docs = await Deno.readTextFile(
      new URL("../docs/deployment.md", import.meta.url),
    );
    const [, allowed] = /--allow-env="([^"]+)" main\.ts/.exec(docs) ?? [];
    const dir = await Deno.makeTempDir();
    const file = `${dir}/auth.kv`;
    const env = { AUTH_SECRET: secret, AUTH_URL: "https://app.example" };
    const store = `createDenoKvStore(await Deno.openKv(${
      JSON.stringify(file)
    }))`;
    const config = `{ store: ${store}, providers: [${provider}] }`;
    const flags = [
      "--unstable-kv",
      `--allow-read=${file}`,
      `--allow-write=${file}`,
    ];
    try {
      assert.equal(await run({ env, allowed, config, flags }), "200\n");
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  });
});
