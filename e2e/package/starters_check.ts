/**
 * Makes an application with each framework from the packed packages, as people
 * do: installs, checks, tests and starts it, and signs in.
 *
 * @module
 */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Browser, chromium, type Page } from "@playwright/test";
import { signInAs } from "@latchkey/auth/testing";
import { findBrowser } from "../../scripts/browser.ts";
import { findTarball } from "../../scripts/build_npm.ts";
import { run, runOrThrow } from "../../scripts/command.ts";
import { npm } from "../../scripts/node.ts";
import { launchOptions } from "../browser.ts";
import {
  createStarter,
  installCreate,
  type RunningStarter,
  signInByDemo,
  startStarter,
  takeEnv,
  toEnv,
} from "./starter_run.ts";

/** An application to make, and how it is checked, started and built. */
interface Starter {
  readonly framework: string;
  readonly flags?: readonly string[];
  readonly check: readonly string[];
  readonly test?: readonly string[] | undefined;
  readonly dev: readonly string[];
  /** How it is built and started in production. */
  readonly build?: readonly string[];
  readonly start?: readonly string[];
  /** Whether a real browser signs in, too. */
  readonly visible?: boolean;
}

const onNode = {
  check: ["node_modules/.bin/tsc", "--noEmit"],
  test: [npm, "test"],
  dev: [npm, "run", "dev"],
  build: [npm, "run", "build"],
  start: [npm, "start"],
} as const;

const everything = [
  "--methods=password,passkey,email",
  "--providers=github,google,microsoft-entra-id",
];

/** Whether only some of them are made, for work on one. */
const only = Deno.env.get("STARTERS")?.split(",");

const all: readonly Starter[] = [
  { framework: "express", flags: everything, ...onNode, visible: true },
  { framework: "hono", ...onNode, visible: true },
  { framework: "fastify", ...onNode },
  { framework: "koa", flags: everything, ...onNode, visible: true },
  {
    framework: "next",
    flags: everything,
    ...onNode,
    test: undefined,
    visible: true,
  },
  {
    framework: "react-router",
    flags: everything,
    ...onNode,
    check: [npm, "run", "check"],
    test: undefined,
  },
  // Their modules run only in what Vite has built.
  { framework: "qwik", flags: everything, ...onNode, test: undefined },
  {
    framework: "sveltekit",
    flags: everything,
    ...onNode,
    check: [npm, "run", "check"],
    test: undefined,
  },
  {
    framework: "nuxt",
    flags: everything,
    ...onNode,
    check: [npm, "run", "check"],
    test: undefined,
  },
  {
    framework: "astro",
    flags: everything,
    ...onNode,
    check: [npm, "run", "check"],
    test: undefined,
    visible: true,
  },
  {
    framework: "tanstack-start",
    flags: everything,
    ...onNode,
    test: undefined,
    visible: true,
  },
  { framework: "nest", flags: everything, ...onNode, visible: true },
  {
    framework: "deno",
    flags: everything,
    check: [Deno.execPath(), "check", "."],
    test: [Deno.execPath(), "task", "test"],
    dev: [Deno.execPath(), "task", "dev"],
  },
];

const starters = all.filter(({ framework }) =>
  only?.includes(framework) ?? true
);

/** The time in which somebody has signed in to a new application. */
const SECONDS = 60;

/** Counts the programs that share each core of this machine, which take as long as they like. */
function countOthers(): number {
  const [load = 0] = Deno.loadavg();
  return Math.max(1, load / navigator.hardwareConcurrency);
}

const command = await installCreate();
// Building it is no part of the time.
await findTarball();

/** Runs a command of the application. */
async function runIn(cwd: string, [program = "", ...args]: readonly string[]) {
  return await runOrThrow(program, args, { cwd, env: await toEnv() });
}

/** Returns the page's own heading; the tools that Astro adds in development have others. */
async function readHeading(page: Page): Promise<string> {
  return await page.locator("h1").first().innerText();
}

async function signInVisibly(browser: Browser, { origin }: RunningStarter) {
  const page = await browser.newPage();
  await page.goto(`${origin}/`);
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Continue with Demo" }).click();
  await page.getByRole("button", { name: "Ada Lovelace" }).click();
  await page.waitForURL(`${origin}/`);
  assert.equal(await readHeading(page), "Hello, Ada Lovelace");
  await page.getByRole("link", { name: "Private page" }).click();
  await page.waitForURL(`${origin}/private`);
  assert.equal(await readHeading(page), "Private page");
  await page.close();
}

/** A test in another process signs in with nothing but the secret. */
async function signInAtOnce(
  browser: Browser,
  { origin, folder }: RunningStarter,
) {
  const env = await Deno.readTextFile(`${folder}/.env`);
  const [, secret = ""] = /^AUTH_SECRET=(.+)$/m.exec(env) ?? [];
  const user = { name: "Katherine Johnson" };
  const session = await signInAs({ secret, providers: [] }, { user, origin });
  const context = await browser.newContext({
    storageState: session.storageState(),
  });
  const page = await context.newPage();
  await page.goto(`${origin}/`);
  assert.equal(await readHeading(page), `Hello, ${user.name}`);
  await context.close();
}

describe("a new application", () => {
  let browser: Browser;
  before(async () => {
    const { path } = await findBrowser();
    browser = await chromium.launch({ ...launchOptions, executablePath: path });
  });
  after(() => browser.close());

  for (const starter of starters) {
    const { framework, flags = [], check, test, dev, visible } = starter;
    it(`${framework}: three commands lead to a sign-in, in a minute`, async (t) => {
      const began = performance.now();
      const choices = [`--framework=${framework}`, ...flags];
      const folder = await createStarter(command, framework, choices);
      const running = await startStarter(folder, dev);
      try {
        assert.match((await signInByDemo(running)).text, /Hello, Grace Hopper/);
        const seconds = (performance.now() - began) / 1000;
        t.diagnostic(`${framework}: ${seconds.toFixed(1)} s`);
        if (visible) await signInVisibly(browser, running);
        if (visible && flags.length === 0) await signInAtOnce(browser, running);
        assert.ok(seconds < SECONDS * countOthers(), `${seconds} s`);
      } finally {
        await running.stop();
      }
      await runIn(folder, check);
      if (test !== undefined) await runIn(folder, test);
    });

    const { build, start } = starter;
    if (build === undefined || start === undefined) continue;
    it(`${framework}: it is built, and starts without the provider of the demo and without .env`, async () => {
      const folder = await createStarter(command, framework, [
        `--framework=${framework}`,
        ...flags,
      ]);
      await runIn(folder, build);
      const variables = await takeEnv(folder);
      const running = await startStarter(folder, start, variables);
      try {
        const answer = await fetch(running.origin);
        assert.match(await answer.text(), /Hello, stranger/);
      } finally {
        await running.stop();
      }
    });
  }
});

describe("a mistake at the start", () => {
  it("without a network, the files are there, and the output says what is left", async () => {
    const flags = ["--framework=express", "--no-install"];
    const folder = await createStarter(command, "offline", flags);
    await Deno.remove(folder, { recursive: true });
    const env = { ...await toEnv(), npm_config_registry: "http://127.0.0.1:1" };
    const { code, output } = await run(command, [folder, "--yes"], { env });
    assert.equal(code, 1);
    assert.match(
      output,
      /the packages are not installed: is there a network\?/,
    );
    assert.match(output, /npm install\n/);
    assert.ok(await Deno.stat(`${folder}/src/auth.ts`));
  });
});
