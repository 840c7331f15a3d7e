/**
 * The modules that every application has: its sign-in, and its database.
 *
 * @module
 */

import type { Choices } from "./choices.ts";
import type { Framework } from "./framework.ts";

/** Renders the module that configures the sign-in. */
export function renderAuth(choices: Choices, framework: Framework): string {
  const { auth } = framework;
  const options = [
    ...renderStorage(choices, framework),
    `  providers: [`,
    ...renderProviders(choices).map((line) => `    ${line}`),
    `  ],`,
    ...(choices.methods.includes("passkey")
      ? [`  experimental: { enableWebAuthn: true },`]
      : []),
  ];
  return `${renderImports(choices, framework).join("\n")}

${renderMail(choices)}${renderMemory(choices, framework)}const { env } = ${
    auth.env ?? "process"
  };

${auth.open}
${options.join("\n")}
${auth.close}
`;
}

function renderImports(
  { methods, database, providers }: Choices,
  { auth }: Framework,
): string[] {
  const from = (name: string, path: string) =>
    `import ${name} from "@latchkey/auth/${path}";`;
  const lines = [
    ...auth.imports.split("\n"),
    ...(database === "memory"
      ? [from("{ createMemoryAdapter }", "adapters/memory")]
      : []),
    ...providers.map((id) => from(toName(id), `providers/${id}`)),
    ...(methods.includes("passkey")
      ? [from("{ Passkey }", "providers/passkey")]
      : []),
    ...(methods.includes("password")
      ? [from("{ Password }", "providers/password")]
      : []),
    ...(sendsMail({ methods }) ? [from("type { EmailConfig }", "types")] : []),
    ...(database === "sqlite" || database === "postgres"
      ? [`import { database } from "./database.ts";`]
      : []),
  ];
  return lines;
}

/** Whether the application sends mails. */
export function sendsMail({ methods }: Pick<Choices, "methods">): boolean {
  return methods.includes("password") || methods.includes("email");
}

function renderMail(choices: Choices): string {
  if (!sendsMail(choices)) return "";
  return `/** Prints mails, until a service sends them: Nodemailer, Resend, Postmark and others are in "@latchkey/auth/providers". */
const email: EmailConfig = {
  id: "email",
  type: "email",
  from: "App <app@example.com>",
  sendMail: ({ mail }) => console.log(mail.text),
};

`;
}

/** Renders a memory that all copies of the module share. */
function renderMemory({ database }: Choices, { repeats }: Framework): string {
  if (database !== "memory" || !repeats) return "";
  return `/** For a start: it forgets everybody when the application ends. This module is loaded several times, for one adapter. */
const kept = globalThis as unknown as {
  adapter?: ReturnType<typeof createMemoryAdapter>;
};
const adapter = kept.adapter ??= createMemoryAdapter();

`;
}

function renderStorage(
  { database }: Choices,
  { repeats }: Framework,
): string[] {
  if (database === "none") return [];
  if (database !== "memory") return ["  ...database,"];
  if (repeats) return ["  adapter,"];
  return [
    "  // For a start: it forgets everybody when the application ends.",
    "  adapter: createMemoryAdapter(),",
  ];
}

function renderProviders({ methods, providers }: Choices): string[] {
  return [
    `// Those whose variables are set in .env.`,
    `...(env.AUTH_DEMO_ISSUER`,
    `  ? [{ id: "demo", name: "Demo", type: "oidc" } as const]`,
    `  : []),`,
    ...providers.map((id) =>
      `...(env.${toPrefix(id)}_ID ? [${toName(id)}] : []),`
    ),
    ...(methods.includes("password")
      ? [
        methods.includes("email")
          ? "Password(),"
          : "Password({ mail: email }),",
      ]
      : []),
    ...(methods.includes("email") ? ["email,"] : []),
    ...(methods.includes("passkey") ? ["Passkey(),"] : []),
  ];
}

/** Returns the beginning of the names of a provider's variables. */
export function toPrefix(id: string): string {
  return `AUTH_${id.toUpperCase().replaceAll("-", "_")}`;
}

/** Returns a provider's name in code: `MicrosoftEntraId`. */
export function toName(id: string): string {
  const words = id.split("-").map((one) =>
    one.slice(0, 1).toUpperCase() + one.slice(1)
  );
  const name = words.join("");
  return /^\d/.test(name) ? `_${name}` : name;
}

/** Renders the module of the database; null without one. */
export function renderDatabase(
  { database }: Choices,
  { serving }: Framework,
): string | null {
  if (database === "sqlite") return SQLITE;
  if (database !== "postgres") return null;
  return serving === undefined ? POSTGRES : POSTGRES.replace(
    /^await migratePostgres.*$/m,
    `// A build needs no database.\nif (${serving}) {\n  $&\n}`,
  );
}

const SQLITE = `import { DatabaseSync } from "node:sqlite";
import {
  createSqliteAdapter,
  createSqliteStore,
  migrateSqlite,
} from "@latchkey/auth/adapters/sqlite";

const db = new DatabaseSync(process.env.DATABASE_FILE ?? "app.sqlite");
db.exec("PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL;");
migrateSqlite(db);

/** Users and sessions. */
export const database = {
  adapter: createSqliteAdapter(db),
  store: createSqliteStore(db),
};
`;

const POSTGRES = `import pg from "pg";
import {
  createPostgresAdapter,
  createPostgresStore,
  migratePostgres,
} from "@latchkey/auth/adapters/postgres";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
// An idle connection that ends: the pool opens another one.
pool.on("error", (error) => console.error(error.message));
await migratePostgres(pool);

/** Users and sessions. */
export const database = {
  adapter: createPostgresAdapter(pool),
  store: createPostgresStore(pool),
};
`;
