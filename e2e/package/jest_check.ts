/**
 * Runs tests of an application with Jest in its CommonJS mode, in the two ways
 * that `docs/testing.md` shows. It takes too long for every run.
 *
 * @module
 */

import { it } from "node:test";
import { findTarball, optionalPeers } from "../../scripts/build_npm.ts";
import { root, runOrThrow } from "../../scripts/command.ts";
import { findNode, install, makeEmpty } from "../../scripts/node.ts";

const test = `
const { createAuth } = require("@latchkey/auth");
const { createBrowser, createFaultProvider } = require("@latchkey/auth/testing");

test("a visitor signs in", async () => {
  const op = await createFaultProvider();
  const auth = createAuth({
    secret: "a random text of at least 32 characters",
    providers: [op.provider()],
  });
  const browser = createBrowser({
    "https://app.example": (request) =>
      new URL(request.url).pathname.startsWith("/auth/")
        ? auth.handler(request)
        : new Response("home"),
    [op.origin]: op.handler,
  });
  await browser.submit(await browser.goto("https://app.example/auth/signin"));
  const answer = await browser.fetch("https://app.example/auth/session");
  expect((await answer.json()).user.email).toBe(op.user.email);
});
`;

const dir = `${root}.cache/jest`;
await makeEmpty(dir);
await Deno.writeTextFile(`${dir}/package.json`, '{ "private": true }\n');
const tools = ["jest@30", "@babel/preset-env@7"];
const parse5 = `parse5@${optionalPeers.parse5}`;
await install(dir, await findTarball(), parse5, ...tools);
await Deno.writeTextFile(`${dir}/sign_in.test.js`, test);

async function runJest(major: number, flags: string): Promise<void> {
  const { path } = await findNode(major);
  const jest = "node_modules/jest/bin/jest.js";
  const env = { NODE_OPTIONS: flags };
  await runOrThrow(path, [jest], { cwd: dir, env });
}

it("Jest requires the library on Node 24 with the flag that the documentation names", () =>
  runJest(24, "--experimental-vm-modules --no-warnings"));

it("Jest requires the library on Node 20 with the configuration of the documentation", async () => {
  const page = await Deno.readTextFile(`${root}docs/testing.md`);
  const [, config = ""] = /^```js ignore\n([^]*?)^```$/m.exec(page) ?? [];
  await Deno.writeTextFile(`${dir}/jest.config.js`, config);
  await runJest(20, "");
});
