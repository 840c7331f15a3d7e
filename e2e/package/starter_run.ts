/**
 * Makes a new application as a reader of the README does, and starts it.
 *
 * @module
 */

import { spawn } from "node:child_process";
import { dirname } from "node:path";
import process from "node:process";
import { parseEnv } from "node:util";
import { createBrowser, type Page } from "@latchkey/auth/testing";
import { findCreateTarball } from "../../scripts/build_cli.ts";
import { findTarball } from "../../scripts/build_npm.ts";
import { root, run } from "../../scripts/command.ts";
import { findNode, install, makeEmpty } from "../../scripts/node.ts";
import { findFreePort } from "../../scripts/servers.ts";
import { untilAnswers } from "../servers/until_answers.ts";

/** The folder of all new applications. */
const all = `${root}.cache/starters`;

/** A running application. */
export interface RunningStarter {
  readonly origin: string;
  readonly folder: string;
  /** What it printed. */
  readonly output: () => string;
  stop(): Promise<void>;
}

/** Installs the package that npm runs for `npm create @latchkey`; returns its command. */
export async function installCreate(): Promise<string> {
  await makeEmpty(`${all}/create`);
  await install(`${all}/create`, await findCreateTarball());
  return `${all}/create/node_modules/.bin/create-latchkey`;
}

/** The environment of a person with a Node of this line, and this Deno. */
export async function toEnv(major = 24): Promise<Record<string, string>> {
  const { path } = await findNode(major);
  const folders = [dirname(path), dirname(Deno.execPath())];
  return { PATH: [...folders, process.env.PATH ?? ""].join(":") };
}

/** Makes an application, and returns its folder. */
export async function createStarter(
  command: string,
  name: string,
  flags: readonly string[],
): Promise<string> {
  const folder = `${all}/${name}`;
  await makeEmpty(folder);
  const library = flags.includes("--framework=deno")
    ? root.replace(/\/$/, "")
    : await findTarball();
  const args = [folder, ...flags, `--library=${library}`, "--yes"];
  const { code, output } = await run(command, args, {
    cwd: all,
    env: await toEnv(),
  });
  if (code !== 0) throw new Error(output);
  return folder;
}

/** Takes the variables of an application from its file, as a container has them. */
export async function takeEnv(folder: string): Promise<Record<string, string>> {
  const path = `${folder}/.env`;
  const text = await Deno.readTextFile(path);
  await Deno.remove(path);
  return parseEnv(text) as Record<string, string>;
}

/** Starts an application on free ports with one of its commands. */
export async function startStarter(
  folder: string,
  [program = "", ...args]: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<RunningStarter> {
  const [port, demo] = [findFreePort(), findFreePort()];
  const issuer = `http://localhost:${demo}`;
  let text = "";
  const child = spawn(program, args, {
    cwd: folder,
    env: {
      ...process.env,
      ...variables,
      ...await toEnv(),
      // It wins over that of the file.
      AUTH_DEMO_ISSUER: issuer,
      PORT: `${port}`,
      HOST: "",
    },
    // A group of its own, which ends with all that it has started.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<void>((resolve) =>
    child.once("exit", () => resolve())
  );
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data) => void (text += data));
  }
  const origin = `http://localhost:${port}`;
  const stop = async () => {
    if (child.exitCode === null) process.kill(-Number(child.pid), "SIGTERM");
    await ended;
  };
  try {
    let tries = 0;
    const isOver = () => child.exitCode !== null || ++tries > 600;
    await untilAnswers(origin, isOver);
  } catch (error) {
    await stop();
    throw new Error(`${error}\n${text}`);
  }
  return { origin, folder, output: () => text, stop };
}

/** Signs in with the provider of the demo, and returns the first page. */
export async function signInByDemo({ origin }: RunningStarter): Promise<Page> {
  const browser = createBrowser((request) =>
    fetch(request, { redirect: "manual" })
  );
  const signIn = await browser.goto(`${origin}/private`);
  const people = await browser.submit(signIn, { button: "Continue with Demo" });
  const inside = await browser.submit(people, { button: "Grace Hopper" });
  if (inside.url !== `${origin}/private`) {
    throw new Error(`The sign-in ends at ${inside.url}:\n${inside.text}`);
  }
  return await browser.goto(`${origin}/`);
}
