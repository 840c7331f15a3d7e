/**
 * Builds an application of Astro, and runs the contract of hosts on it. It takes
 * too long for every run.
 *
 * @module
 */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { ContractEnvironment } from "@latchkey/auth/testing/host-config";
import { declareContract } from "./shared/declare_contract.ts";
import { runOrThrow } from "../../scripts/command.ts";
import { type HostApp, openApp } from "../../testing/host/app.ts";
import { type Backstage, openBackstage } from "../../testing/host/backstage.ts";
import { makeUser, makeVisitor, readText } from "../../testing/host/visitor.ts";
import { buildApp, runApp } from "./run_app.ts";

const built = await buildApp("astro", [["build.js"]]);
const start = (env: ContractEnvironment) => {
  const folder = env.CONTRACT_PREFIX ? "dist-prefixed" : "dist";
  return runApp(built, { args: [`${folder}/server/entry.mjs`] }, env);
};

describe("the contract of hosts: Astro", () => {
  declareContract({
    start,
    has: ["actions", "cache", "forwarded", "prefix", "proxy", "routes"],
  });
});

describe("Astro beyond the contract", () => {
  let backstage: Backstage;
  let app: HostApp;
  before(async () => {
    backstage = await openBackstage();
    app = await openApp(start, backstage);
  });
  after(async () => {
    await app?.close();
    await backstage?.close();
  });

  it("an application type-checks, with the session in `App.Locals`", async () => {
    const args = ["node_modules/astro/bin/astro.mjs", "check"];
    const env = { ASTRO_TELEMETRY_DISABLED: "1" };
    await runOrThrow(built.node, args, { cwd: built.dir, env });
  });

  it("a guard stands in front of a page that another one is rewritten to", async () => {
    const visitor = await makeVisitor(app).browser.goto(app.url("/rewritten"));
    assert.equal(new URL(visitor.url).pathname, "/auth/signin");
    const { browser, person } = await makeUser(app);
    const page = await browser.goto(app.url("/rewritten"));
    assert.equal(page.status, 200);
    assert.equal(await readText(page, "who"), person.name);
  });

  it("a body that is refused ends its connection", async () => {
    const body = new URLSearchParams({ email: "x".repeat(2_000_000) });
    const init = { method: "POST", body };
    const { browser } = makeVisitor(app);
    const { status, headers } = await browser.fetch(
      app.url("/auth/signin/email"),
      init,
    );
    assert.equal(status, 413);
    assert.equal(headers.get("connection"), "close");
  });

  it("a server island has the session, and is private", async () => {
    const { browser, person } = await makeUser(app);
    const page = await browser.goto(app.url("/island"));
    const [, path] = /fetch\("(\/_server-islands\/[^"]+)"/.exec(page.text) ??
      [];
    assert.ok(path, page.text);
    const island = await browser.fetch(app.url(path), { from: page.url });
    assert.ok((await island.text()).includes(person.name));
    assert.match(island.headers.get("cache-control") ?? "", /private/);
  });

  it("a component that reads the session while the page is sent makes it private", async () => {
    const { browser } = await makeUser(app);
    const page = await browser.goto(app.url("/"));
    assert.match(page.headers.get("cache-control") ?? "", /private/);
  });
});
