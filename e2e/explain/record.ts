// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
/**
 * Runs the test that `explain` writes for each scenario, and records how it
 * fails: `deno run -A --config deno.json e2e/explain/record.ts`.
 *
 * @module
 */

import { explainReference } from "@latchkey/auth/diagnosis";
import { scenarios } from "../../cli/explain/scenarios.ts";
import { toSignature, writeTest } from "../../cli/explain/test_file.ts";
import { root } from "../../scripts/command.ts";

const HEAD =
  `// Made by \`deno run -A --config deno.json e2e/explain/record.ts\`.

/** How the tests of the scenarios fail. */
export const recorded: Readonly<Record<string, string>> = `;

/** The place of what was recorded. */
const recordedFile = `${root}cli/explain/recorded.ts`;

/** The secret in the tests that are written. */
const secret = "a secret of this test and of nothing else";

/** Runs a written test in this process; returns the message of its failure, or null. */
export async function runWritten(text: string): Promise<string | null> {
  let body: (() => Promise<void>) | undefined;
  const key = `written ${crypto.randomUUID()}`;
  const place = globalThis as unknown as Record<string, unknown>;
  place[key] = (_title: string, own: () => Promise<void>) => void (body = own);
  const taken = `const test = globalThis[${JSON.stringify(key)}];`;
  const module = text.replace(
    /import \{ (mock, )?test \} from "node:test";/,
    (_, mock) => (mock ? 'import { mock } from "node:test";\n' : "") + taken,
  );
  const file = await Deno.makeTempFile({ dir: root, suffix: ".ts" });
  try {
    await Deno.writeTextFile(file, module);
    await import(`file://${file}`);
    await body?.();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await Deno.remove(file);
    delete place[key];
  }
}

/** Runs the test of a scenario; returns how it fails, or why nothing is known. */
export async function observe(id: string): Promise<string> {
  const text = writeTest(id, { title: id, provider: null });
  const failure = await runWritten(text);
  const [, reference = ""] = /ref ([\w-]{58}):/.exec(failure ?? "") ?? [];
  const found = await explainReference(reference, { secret });
  return found === null ? `unknown: ${failure}` : toSignature(found);
}

/** Runs all. */
export async function observeAll(): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const id of Object.keys(scenarios)) all[id] = await observe(id);
  return all;
}

if (import.meta.main) {
  const all = await observeAll();
  const text = `${HEAD}${JSON.stringify(all, null, 2)};\n`;
  await Deno.writeTextFile(recordedFile, text);
  for (const [id, one] of Object.entries(all)) console.log(`${id}: ${one}`);
}
