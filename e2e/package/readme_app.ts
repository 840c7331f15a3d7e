/**
 * Follows the README to the letter: `deno test --doc` runs blocks one by one,
 * but installs nothing.
 *
 * @module
 */

import { root, runOrThrow } from "../../scripts/command.ts";
import { findNode, makeEmpty, npm } from "../../scripts/node.ts";
import { findFreePort } from "../../scripts/servers.ts";
import { version } from "../../scripts/workspace.ts";

/** The section of the README that is executed literally. */
const SECTION = "Use it with Express";

/** A code block of a document: its language, and its text. */
interface Block {
  readonly language: string;
  readonly text: string;
}

/**
 * Follows the Express section of the README in an empty folder: installs,
 * type-checks and starts the application, and requests its pages.
 *
 * @param tarball the package as it would be published
 * @throws Error if a step fails
 */
export async function checkReadmeApp(tarball: string): Promise<string> {
  const dir = `${root}.cache/readme/app`;
  await makeEmpty(dir);
  const blocks = readBlocks(await Deno.readTextFile(`${root}README.md`));
  const [, install, start] = blocks.filter(({ language }) => language === "sh");
  const named = `../latchkey/npm/latchkey-auth-${version}.tgz`;
  if (!install?.text.includes(named) || start === undefined) {
    throw new Error(`The README installs something other than ${named}.`);
  }
  for (const line of install.text.replace(named, tarball).split("\n")) {
    const [, ...args] = line.split(" ");
    const flags = args[0] === "install" ? ["--no-audit", "--no-fund"] : [];
    await runOrThrow(npm, [...args, ...flags, "--prefer-offline"], {
      cwd: dir,
    });
  }
  await Deno.writeTextFile(`${dir}/app.ts`, textOf(blocks, "ts"));
  const env = textOf(blocks, "ini");
  const placeholder = "replace-me-with-openssl-rand-base64-32";
  if (!env.includes(placeholder)) {
    throw new Error("The README's .env has no placeholder of a secret.");
  }
  const secret = btoa(crypto.randomUUID() + crypto.randomUUID());
  await Deno.writeTextFile(`${dir}/.env`, env.replace(placeholder, secret));
  const tsc = ["node_modules/typescript/bin/tsc", "--noEmit", "--strict"];
  const flags = ["--module", "nodenext", "--target", "es2022"];
  await runOrThrow("node", [...tsc, ...flags, "app.ts"], { cwd: dir });
  return await visit(dir, start.text.trim().split(" ").slice(1));
}

/** Returns the code blocks of the section. */
function readBlocks(readme: string): Block[] {
  const [, after = ""] = readme.split(`\n## ${SECTION}\n`);
  const [section = ""] = after.split("\n## ");
  return [...section.matchAll(/^```(\w+)[^\n]*\n(.*?)\n```$/gms)]
    .map(([, language = "", text = ""]) => ({ language, text }));
}

function textOf(blocks: readonly Block[], language: string): string {
  const found = blocks.find((block) => block.language === language);
  if (found === undefined) throw new Error(`The section has no ${language}.`);
  return `${found.text}\n`;
}

/**
 * Starts the application on a free port, and checks its pages without a
 * session.
 */
async function visit(dir: string, args: string[]): Promise<string> {
  const { path } = await findNode(24);
  const port = findFreePort();
  const text = await Deno.readTextFile(`${dir}/app.ts`);
  await Deno.writeTextFile(
    `${dir}/app.ts`,
    text.replace("listen(3000)", `listen(${port}, () => console.log("ready"))`),
  );
  const child = new Deno.Command(path, {
    args,
    cwd: dir,
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  try {
    const reader = child.stdout.getReader();
    await reader.read();
    reader.releaseLock();
    const origin = `http://localhost:${port}`;
    const home = await (await fetch(`${origin}/`)).text();
    const guarded = await fetch(`${origin}/private`, {
      headers: { accept: "text/html" },
      redirect: "manual",
    });
    await guarded.body?.cancel();
    const signIn = new URL(guarded.headers.get("location") ?? "", origin);
    const page = await (await fetch(signIn)).text();
    const isRight = home === "Hello stranger" &&
      signIn.pathname === "/auth/signin" && page.includes("GitHub");
    if (!isRight) throw new Error(`${home}\n${signIn}\n${page}`);
    return `${args.join(" ")} answers`;
  } finally {
    child.kill("SIGTERM");
    await child.stdout.cancel();
    await child.status;
  }
}
