/**
 * The step of the gate that tries each installed browser, and a provider that
 * knows nothing of the tests. Playwright would start both as they are.
 *
 * @module
 */

import { starter } from "../e2e/starter.ts";
import { type Browser, findBrowsers, noBrowser } from "./browser.ts";
import { root } from "./command.ts";
import { runBrowserTests } from "./e2e.ts";
import { findFreePort } from "./servers.ts";
import { count, describeSkipped, type TestRun } from "./test_results.ts";

/**
 * Runs, for the gate, one spec with each installed browser, and the sign-in
 * tests against a plain provider.
 *
 * @returns the browsers that were used, and what was skipped
 * @throws Error with the output of the run, if a test failed; on CI also if
 *   there is no browser
 */
export async function checkBrowsers(): Promise<string> {
  const browsers = await findBrowsers();
  const last = browsers.at(-1);
  if (last === undefined) {
    if (Deno.env.has("CI")) throw new Error(noBrowser);
    return `NOT TESTED. ${noBrowser}`;
  }
  const env = toEnv(findLowPort());
  const lines: string[] = [];
  for (const browser of browsers) {
    const args = ["sign_out.spec.ts"];
    lines.push(check(await runBrowserTests({ browser, args, env })));
  }
  lines.push("at a plain oidc-provider:");
  lines.push(check(await runAtPlainProvider(last)));
  return lines.map((line) => `\n  ${line}`).join("");
}

function toEnv(port: number): Record<string, string> {
  return { E2E_PORT: String(port), E2E_PROJECTS: "one origin" };
}

/** Runs the sign-in tests at a provider that knows nothing of the tests. */
export async function runAtPlainProvider(browser: Browser): Promise<TestRun> {
  const port = findLowPort();
  const callback = `http://localhost:${port}/auth/callback/demo`;
  return await withPlainProvider(callback, async (provider) => {
    const env = { ...toEnv(port), ...provider };
    const args = ["sign_in.spec.ts"];
    const run = await runBrowserTests({ browser, args, env });
    return { ...run, runtime: "plain provider" };
  });
}

/**
 * Finds a free port below those that systems hand out: the applications get
 * this one and others above it, of which the provider must not get one.
 */
function findLowPort(): number {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    try {
      using _ = Deno.listen({ hostname: "127.0.0.1", port });
      return port;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
}

function check({ results, output, detail }: TestRun): string {
  const { passed, failed } = count(results);
  const sums = `${detail}: ${passed} passed, ${failed} failed`;
  if (failed > 0 || passed === 0) throw new Error(`${output}\n${sums}`);
  return [sums, ...describeSkipped(results)].join("\n    ");
}

/**
 * Runs work while a plain provider runs in its own process, as e2e/README.md
 * describes.
 *
 * @param work receives the variables that configure the provider for the tests
 */
async function withPlainProvider<T>(
  callback: string,
  work: (env: Record<string, string>) => Promise<T>,
): Promise<T> {
  const client = {
    E2E_CLIENT_ID: "trial",
    E2E_CLIENT_SECRET: crypto.randomUUID(),
  };
  const port = String(findFreePort());
  const command = ["run", "-A", "--quiet", "e2e/servers/plain_provider.ts"];
  const child = new Deno.Command(Deno.execPath(), {
    args: [...command, port, callback],
    cwd: root,
    env: { ...client, [starter]: String(Deno.pid) },
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  try {
    // It prints a line when it is ready.
    const { done } = await child.stdout.getReader().read();
    if (done) throw new Error(`deno ${command.join(" ")} does not start`);
    const account = { E2E_USER: "ada", E2E_PASSWORD: "any" };
    const issuer = `http://localhost:${port}`;
    return await work({ ...client, ...account, E2E_ISSUER: issuer });
  } finally {
    child.kill();
    await child.status;
  }
}
