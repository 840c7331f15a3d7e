/**
 * Writes a test that fails as an attempt did.
 *
 * @module
 */

import type { Explanation } from "@latchkey/auth/diagnosis";
import { recorded } from "./recorded.ts";
import { type Scenario, scenarios, SIGN_IN } from "./scenarios.ts";

/** What an explanation has in common with all of its kind. */
export type Signature = Pick<
  Explanation,
  "type" | "code" | "step" | "message"
>;

/** Returns the text by which a kind of failure is recorded. */
export function toSignature({ type, code, step, message }: Signature): string {
  return [type, code, step, message].join(" ");
}

/**
 * Finds the scenario that fails in the same way: with the same message, else
 * with the same error in the same place; null: there is none.
 */
export function findScenario(explanation: Signature): string | null {
  const exact = toSignature(explanation);
  const { type, code, step } = explanation;
  const similar = `${[type, code, step].join(" ")} `;
  const entries = Object.entries(recorded);
  const found = entries.find(([, one]) => one === exact) ??
    entries.find(([, one]) => one.startsWith(similar));
  return found?.[0] ?? null;
}

/** The browser of the test. */
const BROWSER = `  const browser = createBrowser({
    [site]: (request) =>
      new URL(request.url).pathname.startsWith("/auth/")
        ? auth.handler(request)
        : new Response("home"),
    [op.origin]: op.handler,
  });
`;

/** What follows the test. */
const END = `
function toLine(error: Error & { ref?: string }): string {
  return \`\${error.name} ref \${error.ref}: \${error.message}\`;
}
`;

/** Writes the test of a scenario. */
export function writeTest(
  id: string,
  { title, provider }: {
    readonly title: string;
    readonly provider: string | null;
  },
): string {
  const scenario = scenarios[id];
  if (scenario === undefined) throw new Error(`There is no scenario ${id}.`);
  return `${writeImports(scenario)}
test(${JSON.stringify(title)}, async () => {
  const site = "https://app.example";
  const op = await createFaultProvider();
  const failures: string[] = [];
  // Put your own options here, to see what mends it.
  const auth = createAuth({
    secret: "a secret of this test and of nothing else",
    origin: site,
    providers: [op.provider({ id: ${JSON.stringify(provider ?? "op")} })],
    logger: {
      error: (error) => failures.push(toLine(error)),
      warn: (code, message) => {
        // Other warnings are about this test.
        if (message.startsWith("ref ")) failures.push(\`\${code} \${message}\`);
      },
    },${indent(scenario.config, 4)}
  });
${BROWSER}
  // ${scenario.title}${indent(scenario.fault, 2)}${
    indent(scenario.act ?? SIGN_IN, 2)
  }

  assert.deepEqual(failures, []);
  const answer = await browser.fetch(\`\${site}/auth/session\`);
  assert.notEqual(await answer.json(), null, "nobody is signed in");
});
${END}`;
}

function writeImports({ uses = [] }: Scenario): string {
  const runner = uses.includes("mock") ? "mock, test" : "test";
  const adapter = uses.includes("createMemoryAdapter")
    ? 'import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";\n'
    : "";
  return `import assert from "node:assert/strict";
import { ${runner} } from "node:test";
import { createAuth } from "@latchkey/auth";
${adapter}import { createBrowser, createFaultProvider } from "@latchkey/auth/testing";
`;
}

function indent(lines: string | undefined, spaces: number): string {
  if (lines === undefined) return "";
  const space = " ".repeat(spaces);
  return lines.split("\n").map((line) => `\n${space}${line}`).join("");
}
