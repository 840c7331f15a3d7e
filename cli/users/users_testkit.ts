/**
 * For tests only: an application on disk, with a database in a file, and a user
 * who has everything that a user can have.
 *
 * @module
 */

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { AuthConfig, AuthInstance, Mail } from "@latchkey/auth";
import type { createSqliteAdapter } from "@latchkey/auth/adapters/sqlite";
import { createTestSecret, signInAs } from "@latchkey/auth/testing";
import { showCode } from "../../testing/totp_testkit.ts";
import { runCommand } from "../run_command.ts";

/** The id of the user, and that of their session's browser. */
export const ADA = {
  id: "ada",
  email: "ada@example.com",
  name: "Ada\u001b[2J\u009b\u2067",
};

/** What no output may show, besides what each stage makes. */
const SECRETS = ["a provider's token", "$scrypt$a-hash", "a public key"];

/** @param options code of the configuration, which may use what is above it */
function toModule(folder: string, options: string): string {
  return `import { DatabaseSync } from "node:sqlite";
import { appendFileSync } from "node:fs";
import { createAuth, createMemoryStore } from "@latchkey/auth";
import {
  createSqliteAdapter, createSqliteStore, migrateSqlite,
} from "@latchkey/auth/adapters/sqlite";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { Password } from "@latchkey/auth/providers/password";

const db = new DatabaseSync(${JSON.stringify(join(folder, "app.db"))});
migrateSqlite(db);
export const own = createSqliteAdapter(db);
export const mails = [];
const mail = {
  id: "email", type: "email", from: "auth@app.example",
  sendMail: ({ mail }) => void mails.push(mail),
};
const keep = (records) => appendFileSync(${
    JSON.stringify(join(folder, "audit"))
  }, records.map((one) => JSON.stringify(one) + "\\n").join(""));
const down = () => { throw new Error("the sink is down"); };
export const config = {
  secret: ${JSON.stringify(createTestSecret())},
  origin: "https://app.example",
  providers: [Password({ mail }), Passkey()],
  experimental: { enableWebAuthn: true },
  logger: { error() {}, warn() {}, debug() {} },
  adapter: own,
  store: createSqliteStore(db),
  ${options}
};
export const auth = createAuth(config);
`;
}

/** What a command left. */
export interface Called {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** An application, and a person at a terminal. */
export interface Stage {
  readonly folder: string;
  /** The module of the configuration. */
  readonly path: string;
  readonly auth: AuthInstance;
  readonly adapter: ReturnType<typeof createSqliteAdapter>;
  readonly mails: readonly Mail[];
  /** What no output may show. */
  readonly secrets: readonly string[];
  /** The request of a browser in which the user is signed in. */
  toRequest(): Request;
  /** Calls the command; the person gives this answer to each question. */
  users(args: readonly string[], answer?: string): Promise<Called>;
}

const folders: string[] = [];
/** Removes the applications. */
export async function removeStages(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
}

/** Makes an application, with its user. */
export async function createStage(
  options = 'session: { strategy: "database" }',
): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-users-"));
  folders.push(folder);
  const path = join(folder, "auth.mjs");
  await writeFile(path, toModule(folder, options));
  const { config, auth, own, mails } = await import(pathToFileURL(path).href);
  const made = await fill(config, auth, own);
  return {
    ...{ folder, path, auth, adapter: own, mails, ...made },
    users: (args, answer) => call(["users", ...args, "--config", path], answer),
  };
}

async function call(
  args: readonly string[],
  answer: string | undefined,
): Promise<Called> {
  let [out, error] = ["", ""];
  const code = await runCommand(args, {
    out: (text) => void (out += text),
    error: (text) => void (error += text),
    now: () => Date.now(),
    env: () => undefined,
    ask: answer === undefined ? undefined : (question) => {
      out += question;
      return Promise.resolve(answer);
    },
  });
  return { code, out, error };
}

/** Returns the same application with another configuration, which the command loads. */
export async function withOptions(
  stage: Stage,
  options: string,
): Promise<Stage> {
  const path = join(stage.folder, `other-${crypto.randomUUID()}.mjs`);
  const secret = /^ {2}secret: .*$/m.exec(await readFile(stage.path, "utf8"));
  const text = toModule(stage.folder, options);
  await writeFile(path, text.replace(/^ {2}secret: .*$/m, () => `${secret}`));
  return {
    ...stage,
    path,
    users: (args, answer) => call(["users", ...args, "--config", path], answer),
  };
}

/** Stores the user: an account, a passkey, a password, an app and a session. */
async function fill(
  config: AuthConfig,
  auth: Stage["auth"],
  adapter: Stage["adapter"],
): Promise<Pick<Stage, "secrets" | "toRequest">> {
  const emailVerified = new Date("2026-01-02T03:04:00Z");
  await adapter.createUser({ ...ADA, emailVerified });
  await adapter.linkAccount({
    ...{ userId: ADA.id, provider: "github", type: "oauth" },
    ...{ providerAccountId: "12345", access_token: "a provider's token" },
  });
  await addPasskey(adapter, "phone-passkey");
  const password = { userId: ADA.id, kind: "password", before: null } as const;
  await adapter.replaceSecret({ ...password, after: "$scrypt$a-hash" });
  const signed = await signInAs(config, { user: { id: ADA.id } });
  const before = toRequest(signed.cookie);
  const { secret, enrolment } = await auth.factors.beginTotp(before);
  const { recoveryCodes, headers } = await auth.factors.confirmTotp(
    before,
    { enrolment, code: showCode(secret), name: "Phone" },
  );
  const cookie = headers.getSetCookie().map((one) => one.split(";")[0])
    .join("; ");
  return {
    secrets: [
      ...SECRETS,
      ...[config.secret ?? []].flat(),
      ...recoveryCodes ?? [],
      secret,
      ...cookie.split("; ").map((one) => one.split("=")[1] ?? one),
      ...signed.cookies.map(({ value }) => value),
    ],
    toRequest: () => toRequest(cookie),
  };
}

function toRequest(cookie = ""): Request {
  return new Request("https://app.example/account", { headers: { cookie } });
}

/** Stores a passkey of the user, with its account. */
export async function addPasskey(
  adapter: Stage["adapter"],
  credentialID: string,
): Promise<void> {
  const key = { userId: ADA.id, providerAccountId: credentialID };
  await adapter.linkAccount({ ...key, provider: "passkey", type: "webauthn" });
  await adapter.createAuthenticator({
    ...key,
    credentialID,
    credentialPublicKey: "a public key",
    counter: 0,
    credentialDeviceType: "multiDevice",
    credentialBackedUp: true,
    transports: "internal",
  });
}
