/**
 * Builds an application of SvelteKit, and runs the contract of hosts on it. It
 * takes too long for every run.
 *
 * @module
 */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { decode, encode } from "@latchkey/auth/jwt";
import type { ContractEnvironment } from "@latchkey/auth/testing/host-config";
import { declareContract } from "./shared/declare_contract.ts";
import { listFiles, runOrThrow } from "../../scripts/command.ts";
import { type HostApp, openApp } from "../../testing/host/app.ts";
import { type Backstage, openBackstage } from "../../testing/host/backstage.ts";
import { makeUser, makeVisitor, readText } from "../../testing/host/visitor.ts";
import { buildApp, runApp } from "./run_app.ts";

const built = await buildApp("sveltekit", [["build.js"]]);
// SvelteKit takes TLS for granted, unless a proxy says otherwise.
const headers = {
  PROTOCOL_HEADER: "x-forwarded-proto",
  HOST_HEADER: "x-forwarded-host",
};
const start = (env: ContractEnvironment) =>
  runApp(built, { args: ["server.js"], env: headers }, env);

describe("the contract of hosts: SvelteKit", () => {
  declareContract({
    start,
    has: ["actions", "cache", "forwarded", "prefix", "proxy", "routes"],
  });
});

/** Returns the path of a remote function, as the browser knows it. */
async function findRemote(name: string): Promise<string> {
  const dir = `${built.dir}/build/client`;
  for (const file of await listFiles("", dir)) {
    if (!file.endsWith(".js")) continue;
    const text = await Deno.readTextFile(`${dir}/${file}`);
    const [id] = new RegExp(`\\w+/${name}\\b`).exec(text) ?? [];
    if (id !== undefined) return `/_app/remote/${id}`;
  }
  throw new Error(`${name} is in no file for the browser`);
}

describe("SvelteKit beyond the contract", () => {
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
    const checker = "node_modules/svelte-check/bin/svelte-check";
    const options = ["--fail-on-warnings", "--output", "machine"];
    await runOrThrow(built.node, [checker, ...options], { cwd: built.dir });
  });

  it("the browser's router is led to sign in for the page, not for its data", async () => {
    const { browser } = makeVisitor(app);
    const path = "/private/__data.json?page=2&x-sveltekit-invalidated=01";
    const answer = await browser.fetch(app.url(path), { from: app.url("/") });
    const { type, location } = await answer.json();
    assert.equal(type, "redirect");
    const { pathname, searchParams } = new URL(location, app.origin);
    assert.equal(pathname, "/auth/signin");
    const target = new URL(searchParams.get("callbackUrl") ?? "", app.origin);
    assert.equal(target.href, app.url("/private?page=2"));
  });

  it("a form that a script sends gets the error, or the redirect, as data", async () => {
    const { browser } = makeVisitor(app);
    const send = async (action: string) => {
      const answer = await browser.fetch(app.url(`/actions?/${action}`), {
        method: "POST",
        body: new URLSearchParams({ email: "a@b.example", password: "wrong" }),
        headers: { accept: "application/json", "x-sveltekit-action": "true" },
        from: app.url("/actions"),
      });
      return await answer.json();
    };
    const failed = await send("password");
    assert.equal(failed.type, "failure");
    assert.match(failed.data, /CredentialsSignin/);
    const left = await send("provider");
    assert.equal(left.type, "redirect");
    assert.ok(left.location.startsWith(app.op.issuer), left.location);
  });

  it("requests inside of a page renew the session with it, once", async () => {
    const { browser, person } = await makeUser(app);
    const name = "latchkey.session";
    const { CONTRACT_SECRET, CONTRACT_FORMER_SECRET = "" } = app.env;
    const value = browser.cookies(app.origin)
      .find((one) => one.name === name)?.value;
    const token = await decode({
      token: value,
      secret: CONTRACT_SECRET ?? "",
      salt: name,
    });
    assert.ok(token);
    // Sealed with the older secret, it is due.
    const secret = CONTRACT_FORMER_SECRET;
    const due = await encode({ token, secret, salt: name });
    browser.setCookie(app.origin, `${name}=${due}; Path=/; HttpOnly`);
    const page = await browser.goto(app.url("/inside"));
    assert.equal(
      await readText(page, "inside"),
      `${person.name} ${person.name}`,
    );
    const set = page.headers.getSetCookie()
      .filter((one) => one.startsWith(`${name}=`));
    assert.equal(set.length, 1);
    assert.match(page.headers.get("cache-control") ?? "", /private/);
  });

  it("remote functions read, guard and update the session", async () => {
    const user = await makeUser(app);
    const from = app.url("/remote");
    const read = `${await findRemote("readName")}?payload=`;
    const ask = async ({ browser }: Pick<typeof user, "browser">) =>
      await (await browser.fetch(app.url(read), { from })).text();
    assert.ok((await ask(user)).includes(user.person.name));
    const refused = await ask(makeVisitor(app));
    assert.match(refused, /auth\/signin\?callbackUrl=%2Fremote/);
    const answer = await user.browser.fetch(
      app.url(await findRemote("writeNote")),
      {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ payload: btoa('["typed"]'), refreshes: [] }),
        from,
      },
    );
    assert.equal(answer.status, 200, await answer.text());
    const page = await user.browser.goto(app.url("/"));
    assert.equal(await readText(page, "note"), "typed");
  });
});
