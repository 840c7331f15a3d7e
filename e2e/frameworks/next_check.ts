/**
 * Builds applications with Next, and so with Turbopack, without any of our
 * optional packages: runs the contract of hosts on one, and checks what only
 * Next has on others. It takes too long for every run.
 *
 * @module
 */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { ContractEnvironment } from "@latchkey/auth/testing/host-config";
import { createBrowser } from "@latchkey/auth/testing";
import { declareContract } from "./shared/declare_contract.ts";
import { root, run, runOrThrow } from "../../scripts/command.ts";
import { makeEmpty } from "../../scripts/node.ts";
import { type HostApp, openApp } from "../../testing/host/app.ts";
import { type Backstage, openBackstage } from "../../testing/host/backstage.ts";
import { makeDue } from "../../testing/host/forge.ts";
import { makeUser, readText } from "../../testing/host/visitor.ts";
import { buildApp, type BuiltApp, runApp } from "./run_app.ts";

const next = "node_modules/next/dist/bin/next";
const app = await buildApp("next", [["build.mjs"]]);
const start = (env: ContractEnvironment) =>
  runApp(app, { args: [next, "start"], ready: /Ready/ }, env);

describe("the contract of hosts: Next", () => {
  declareContract({
    start,
    has: ["actions", "cache", "prefix", "proxy", "routes"],
  });
});

describe("an application of Next", () => {
  let stage: Backstage;
  let site: HostApp;
  before(async () => {
    stage = await openBackstage();
    site = await openApp(start, stage);
  });
  after(async () => {
    await site.close();
    await stage.close();
  });

  it("reads the session once for a page, however many components ask", async () => {
    const { browser } = await makeUser(site);
    const page = await browser.goto(site.url("/reads"));
    assert.equal(await readText(page, "reads"), "1");
  });

  it("renews nothing for what a link fetches ahead", async () => {
    const user = await makeUser(site);
    await makeDue(user);
    const headers = { rsc: "1", "next-router-prefetch": "1" };
    const url = site.url("/private");
    const first = await user.browser.fetch(url, { headers });
    const moved = first.headers.get("location");
    const answer = moved === null
      ? first
      : await user.browser.fetch(new URL(moved, url).href, { headers });
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.headers.getSetCookie(), []);
  });

  it("shows the answer for a script to its own user only", async () => {
    const [ada, bob] = [await makeUser(site), await makeUser(site)];
    for (const { browser, person } of [ada, bob, ada]) {
      const headers = { rsc: "1" };
      const url = site.url("/private");
      const { headers: { location } } = await ask(
        browser.fetch(url, { headers }),
      );
      const { text, headers: sent } = await ask(
        browser.fetch(new URL(location ?? url, url).href, { headers }),
      );
      assert.ok(text.includes(person.name), text);
      assert.match(sent["cache-control"] ?? "", /no-store/);
    }
  });
});

/** Reads an answer. */
async function ask(sent: Promise<Response>) {
  const answer = await sent;
  const headers: Record<string, string | undefined> = Object.fromEntries(
    answer.headers,
  );
  return { status: answer.status, headers, text: await answer.text() };
}

/** Copies an application beside the first, whose packages it shares. */
async function copyApp(from: string, to: string): Promise<BuiltApp> {
  const dir = `${root}.cache/frameworks/${to}`;
  await makeEmpty(dir);
  await runOrThrow("cp", ["-r", `${root}${from}/.`, dir]);
  await runOrThrow("cp", ["-al", `${app.dir}/node_modules`, dir]);
  return { ...app, dir };
}

/** Builds an application; returns whether it could be built, and what Next says. */
async function build({ node, dir }: BuiltApp) {
  const env = { ...toVariables(null), NEXT_TELEMETRY_DISABLED: "1" };
  return await run(node, [next, "build"], { cwd: dir, env });
}

/** The variables of an application with the provider `Oidc`. */
function toVariables(op: Backstage["op"] | null): Record<string, string> {
  return {
    AUTH_OIDC_ID: op?.clientId ?? "client",
    AUTH_OIDC_ISSUER: op?.issuer ?? "http://127.0.0.1:9",
    AUTH_OIDC_SECRET: op?.clientSecret ?? "the secret of the client",
    AUTH_SECRET: "the secret of this test: 32 characters",
    AUTH_TRUST_HOST: "true",
  };
}

const example = "examples/next-app";

describe(example, () => {
  it("has a whole sign-in in 12 lines", async () => {
    const files = [
      "auth.ts",
      "proxy.ts",
      "app/auth/[...auth]/route.ts",
      "app/page.tsx",
    ];
    const texts = await Promise.all(
      files.map((file) => Deno.readTextFile(`${root}${example}/${file}`)),
    );
    const lines = texts.flatMap((text) => text.trimEnd().split("\n"));
    assert.equal(lines.length, 12);
  });

  it("signs in", async () => {
    const site = await copyApp(example, "next-example");
    const built = await build(site);
    assert.equal(built.code, 0, built.output);
    const stage = await openBackstage();
    const { origin, stop } = await runApp(site, {
      args: [next, "start"],
      ready: /Ready/,
    }, toVariables(stage.op));
    try {
      const browser = createBrowser((request) =>
        new URL(request.url).origin === origin
          ? fetch(request, { redirect: "manual" })
          : stage.op.handler(request)
      );
      const ways = await browser.goto(`${origin}/`);
      const page = await browser.submit(ways, { action: /signin/ });
      assert.equal(page.url, `${origin}/`);
      assert.match(page.text, /Hello/);
    } finally {
      await stop();
      await stage.close();
    }
  });
});

describe("an application of Next with cacheComponents", () => {
  it("is not built if a client component imports the configuration", async () => {
    const site = await copyApp("e2e/frameworks/next-cached/app", "next-client");
    await Deno.remove(`${site.dir}/app/inside`, { recursive: true });
    const { code, output } = await build(site);
    assert.notEqual(code, 0);
    assert.match(output, /cannot be imported from a Client Component module/);
  });

  it("reads no session in a cached component, but says so when it is built", async () => {
    const site = await copyApp("e2e/frameworks/next-cached/app", "next-cached");
    await Deno.remove(`${site.dir}/app/client`, { recursive: true });
    const { code, output } = await build(site);
    assert.notEqual(code, 0);
    const text =
      'Route "/inside": `headers()` can\'t be read inside `"use cache"`';
    assert.ok(output.includes(text), output);
  });
});
