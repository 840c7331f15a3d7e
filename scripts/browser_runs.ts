import { type Browser, findBrowsers } from "./browser.ts";
import { root } from "./command.ts";
import { type BrowserRun, noBrowser, runBrowserRun } from "./e2e.ts";
import { findFreePort } from "./servers.ts";
import { count, describeSkipped, type TestRun } from "./test_results.ts";

/** A run of the browser tests that has not begun. */
export interface PlannedRun {
  readonly name: string;
  run(): Promise<TestRun>;
}

/** The whole suite with each browser that is there, and against a plain provider. */
export async function planBrowserRuns(): Promise<PlannedRun[]> {
  const browsers = await findBrowsers();
  return [
    ...browsers.map((browser) => ({
      name: browser.kind,
      run: async () => await runBrowserRun({ browser }),
    })),
    {
      name: "own provider",
      run: async () => await runAgainstPlainProvider(last(browsers)),
    },
  ];
}

/**
 * For the gate: one spec with each browser that is there, and one against a plain provider.
 *
 * @returns which browsers were driven, and what was skipped
 * @throws Error with what the run printed, if a test failed; in continuous integration also if
 * there is no browser
 */
export async function checkBrowsers(): Promise<string> {
  const browsers = await findBrowsers();
  if (browsers.length === 0 && !Deno.env.has("CI")) {
    return `NOT TESTED. ${noBrowser}`;
  }
  const lines: string[] = [];
  const port = Deno.env.get("E2E_PORT") ?? String(findFreePort());
  const env = { E2E_PORT: port, E2E_PROJECTS: "one origin" };
  for (const browser of browsers) {
    const args = ["sign_out.spec.ts"];
    lines.push(describe(await runBrowserRun({ browser, args, env })));
  }
  const args = ["sign_in.spec.ts"];
  const browser = last(browsers);
  lines.push(describe(await runAgainstPlainProvider(browser, { args, env })));
  return lines.join("");
}

function last(browsers: readonly Browser[]): Browser {
  const browser = browsers.at(-1);
  if (browser === undefined) throw new Error(noBrowser);
  return browser;
}

function describe({ runtime, results, output, detail }: TestRun): string {
  const { passed, failed } = count(results);
  const sums = `${passed} passed, ${failed} failed`;
  if (failed > 0 || passed === 0) throw new Error(`${output}\n${sums}`);
  const skipped = describeSkipped(results).map((line) => `\n  ${line}`);
  return `\n  ${runtime}, ${detail}: ${sums}${skipped.join("")}`;
}

/**
 * Runs the tests as e2e/README.md says for a provider of one's own: the provider is a process
 * of its own, and the tests know nothing of it but the variables that are described there.
 */
async function runAgainstPlainProvider(
  browser: Browser,
  { args = [], env = {} }: Pick<BrowserRun, "args" | "env"> = {},
): Promise<TestRun> {
  const port = env.E2E_PORT ?? Deno.env.get("E2E_PORT") ?? "3310";
  const client = {
    E2E_CLIENT_ID: "latchkey-e2e",
    E2E_CLIENT_SECRET: crypto.randomUUID(),
  };
  const callback = `http://localhost:${port}/auth/callback/demo`;
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--quiet", "e2e/plain_provider.ts"],
      ...[String(findFreePort()), callback],
    ],
    cwd: root,
    env: client,
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const lines = child.stdout.pipeThrough(new TextDecoderStream());
  try {
    const issuer = await readIssuer(lines);
    const account = { E2E_USER: "ada", E2E_PASSWORD: "any password" };
    return await runBrowserRun({
      browser,
      name: "own provider",
      args,
      env: { ...env, ...client, ...account, E2E_ISSUER: issuer },
    });
  } finally {
    child.kill();
    await lines.cancel();
    await child.status;
  }
}

/** The provider tells its issuer when it is ready; the package may print notices before. */
async function readIssuer(lines: ReadableStream<string>): Promise<string> {
  let text = "";
  const reader = lines.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw new Error(`The plain provider ended.\n${text}`);
      text += value;
      const issuer = /^(http:\/\/localhost:\d+)\n/m.exec(text)?.[1];
      if (issuer !== undefined) return issuer;
    }
  } finally {
    reader.releaseLock();
  }
}
