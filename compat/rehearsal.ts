/**
 * Rehearses upgrades with the command line on Node, as users do.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { Finding, Report } from "../cli/rehearse/report.ts";
import { type CommandResult, root, run } from "../scripts/command.ts";
import { findNode } from "../scripts/node.ts";
import type { Dump } from "./database.ts";

const { path: node } = await findNode(24);

/** A configuration of the application whose databases the corpus has. */
const APPLICATION = `
import { createAuth } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { Password } from "@latchkey/auth/providers/password";

const op = { type: "oidc", issuer: "https://op.example", clientId: "client",
  clientSecret: "client secret", uniqueSubject: true };
const email = { id: "email", type: "email", from: "app@app.example",
  sendMail: () => { throw new Error("a mail was sent"); } };

export const config = {
  secret: "the secret of the corpora, which nobody else uses",
  adapter: createMemoryAdapter(),
  experimental: { enableWebAuthn: true },
  providers: [
    { ...op, id: "op" },
    { ...op, id: "second" },
    email,
    Password({
      pepper: "the pepper of the corpora, which nobody else uses",
      hash: { memory: 8 },
    }),
    Passkey(),
  ],
};
export const auth = createAuth(config);
`;

/** Returns a database of the corpus. */
export async function readDump(name: string): Promise<Dump> {
  const corpus = `${root}compat/0.1.0/corpus.json`;
  return JSON.parse(await Deno.readTextFile(corpus)).databases[name];
}

/** What is rehearsed. */
export interface Rehearsal {
  /** The folder in which the new version is installed. */
  readonly folder: string;
  /** The folder in which the old one is. */
  readonly old: string;
  readonly database: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Calls `rehearse`. */
export async function call(
  { folder, old, database, env }: Rehearsal,
  ...more: readonly string[]
): Promise<CommandResult> {
  const config = `${folder}/auth.mjs`;
  await Deno.writeTextFile(config, APPLICATION);
  const args = ["--config", config, "--database", database, "--old", old];
  return await run(
    node,
    [`${root}cli/main.ts`, "rehearse", ...args, ...more],
    { env: { NODE_NO_WARNINGS: "1", ...env } },
  );
}

/** Rehearses an upgrade, and returns the report. */
export async function rehearse(rehearsal: Rehearsal): Promise<Report> {
  const { code, output } = await call(rehearsal, "--json");
  assert.ok(code < 2, output);
  const report: Report = JSON.parse(output.slice(output.indexOf("{")));
  const isLocked = report.migration.length > 0 ||
    report.findings.some(({ verdict }) => verdict === "fails");
  assert.equal(code, isLocked ? 1 : 0);
  return report;
}

/** Returns what does not work with both versions. */
export function toFailures(
  { findings }: Pick<Report, "findings">,
): Finding[] {
  return findings.filter(({ verdict }) => verdict !== "works");
}
