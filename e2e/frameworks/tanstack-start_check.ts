/**
 * Builds an application of TanStack Start, and runs the contract of hosts on it.
 * It takes too long for every run.
 *
 * @module
 */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { ContractEnvironment } from "@latchkey/auth/testing/host-config";
import { declareContract } from "./shared/declare_contract.ts";
import { runOrThrow } from "../../scripts/command.ts";
import { type HostApp, openApp } from "../../testing/host/app.ts";
import { openRaw } from "../../testing/host/answers.ts";
import { type Backstage, openBackstage } from "../../testing/host/backstage.ts";
import { readCookie } from "../../testing/host/forge.ts";
import {
  assertSomebody,
  makeUser,
  makeVisitor,
  readText,
  type Visitor,
} from "../../testing/host/visitor.ts";
import { toMarkup } from "../../testing/html_elements.ts";
import { buildApp, runApp } from "./run_app.ts";

const built = await buildApp("tanstack-start", [["build.js"]]);
const start = (env: ContractEnvironment) => {
  const output = env.CONTRACT_PREFIX ? ".output-prefixed" : ".output";
  return runApp(built, { args: [`${output}/server/index.mjs`] }, env);
};

describe("the contract of hosts: TanStack Start", () => {
  declareContract({
    start,
    has: ["actions", "prefix", "proxy", "routes"],
  });
});

describe("TanStack Start beyond the contract", () => {
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

  /** Calls a server function as Start's script does on the page `/calls`. */
  const call = async (
    { browser }: Visitor,
    name: string,
    fields?: Record<string, string>,
  ): Promise<Response> => {
    const page = await browser.goto(app.url("/calls"));
    const markup = await toMarkup(page.text);
    const link = markup.elements()
      .find(({ attributes }) => attributes.get("id") === name);
    const body = new FormData();
    for (const pair of Object.entries(fields ?? {})) body.append(...pair);
    const headers = { "x-tsr-serverfn": "true", accept: "application/json" };
    return await browser.fetch(app.url(link?.attributes.get("href") ?? ""), {
      headers,
      from: app.url("/calls?a=1"),
      ...(fields === undefined ? {} : { method: "POST", body }),
    });
  };

  it("an application type-checks, and the types of Start with it", async () => {
    const args = ["node_modules/typescript/bin/tsc", "-p", "."];
    await runOrThrow(built.node, args, { cwd: built.dir });
  });

  it("nothing of the library or the configuration is in the output for browsers", async () => {
    const files = [".output/public", ".output-prefixed/public"];
    const args = ["-rliE", "latchkey|CONTRACT_|oauth", ...files];
    const { stdout } = await new Deno.Command("grep", { args, cwd: built.dir })
      .output();
    assert.equal(new TextDecoder().decode(stdout), "");
  });

  it("a call of a server function behind a guard leads to the sign-in page, and back to the page of the call", async () => {
    const answer = await call(makeVisitor(app), "getName");
    const { href, reloadDocument } = await answer.json();
    const url = new URL(href, app.origin);
    assert.equal(url.pathname, "/auth/signin");
    assert.equal(url.searchParams.get("callbackUrl"), "/calls?a=1");
    assert.equal(reloadDocument, true);
  });

  it("a call of a server function knows the user, and no cache keeps its result", async () => {
    const user = await makeUser(app);
    const answer = await call(user, "getName");
    assert.equal(answer.status, 200);
    assert.ok((await answer.text()).includes(user.person.name));
    assert.match(answer.headers.get("cache-control") ?? "", /private/);
  });

  it("a server function that a user may not call answers 403, and says why", async () => {
    const answer = await call(await makeUser(app), "getStaff");
    assert.equal(answer.status, 403);
    assert.match(await answer.text(), /have permission to see this page/);
  });

  it("a page whose loader a user may not call shows its own error, with 403", async () => {
    const { browser } = await makeUser(app);
    const page = await browser.goto(app.url("/calls?staff=1"));
    assert.equal(page.status, 403);
    assert.match(await readText(page, "error") ?? "", /have permission/);
  });

  it("a server function updates the session", async () => {
    const user = await makeUser(app);
    const answer = await call(user, "saveNote", { note: "by a call" });
    assert.match(await answer.text(), /by a call/);
    const page = await user.browser.goto(app.url("/"));
    assert.equal(await readText(page, "note"), "by a call");
  });

  it("a call of a server function opens the provider's page, with the cookies of the attempt", async () => {
    const answer = await call(makeVisitor(app), "signIn", { provider: "op" });
    const { href, isSerializedRedirect } = await answer.json();
    assert.equal(isSerializedRedirect, true);
    assert.ok(href.startsWith(`${backstage.op.issuer}/authorize`), href);
    assert.equal(answer.headers.getSetCookie().length, 1);
  });

  it("a form without scripts is led to the provider by the same server function", async () => {
    const visitor = makeVisitor(app);
    const { browser } = visitor;
    const page = await browser.goto(app.url("/calls"));
    const [, path = ""] = /href="([^"]+)">Sign in/.exec(page.text) ?? [];
    const answer = await openRaw(visitor, path, {
      method: "POST",
      body: new URLSearchParams({ provider: "op" }),
      headers: { origin: app.origin },
    });
    assert.equal(answer.status, 303);
    const url = answer.headers.get("location") ?? "";
    assert.ok(url.startsWith(`${backstage.op.issuer}/authorize`), url);
  });

  it("a server function returns why a sign-in failed", async () => {
    const answer = await call(makeVisitor(app), "signIn", {
      provider: "password",
      email: "nobody@people.example",
      password: "a wrong one",
    });
    assert.match(await answer.text(), /CredentialsSignin/);
  });

  it("an error after the session got another id signs nobody out", async () => {
    const user = await makeUser(app);
    const cookie = readCookie(user);
    const answer = await openRaw(user, "/api/rotate", {
      method: "POST",
      headers: { origin: app.origin },
    });
    assert.equal(answer.status, 500);
    assert.notEqual(readCookie(user), cookie);
    await assertSomebody(user, "after the error");
  });

  it("an answer that does not read the session stays as it is", async () => {
    const answer = await openRaw(await makeUser(app), "/api/public");
    assert.equal(answer.headers.get("cache-control"), "public, max-age=60");
    assert.equal(answer.headers.get("vary"), null);
  });
});
