import "../../core/runtime/own_env_testkit.ts";
import assert from "node:assert/strict";
import process from "node:process";
import { describe, it } from "node:test";
import { startProvider } from "../../examples/demo/provider.ts";
import type { Browser } from "@latchkey/auth/testing";
import {
  assertMoves,
  copyCookies,
  createProxiedSite,
  type ProxiedSite,
} from "../../migrate/authjs/move_testkit.ts";
import {
  createNewExpress,
  createOldExpress,
  toNewConfig,
  toOldConfig,
} from "../../migrate/authjs/packages_testkit.ts";
import { signOut } from "../../testing/app_testkit.ts";

import { readDifference, writeApplication } from "./example.ts";

const origin = "https://app.example";
const clientId = "app";
const clientSecret = "a client secret of the example's application";

/** Runs a test beside a provider of the package `oidc-provider`. */
async function withProvider(
  id: string,
  run: (issuer: string) => Promise<void>,
): Promise<void> {
  const redirectUris = [`${origin}/auth/callback/${id}`];
  const clients = [{ clientId, clientSecret, redirectUris }];
  const provider = await startProvider({ port: 0, clients });
  try {
    await run(provider.issuer);
  } finally {
    await provider.close();
  }
}

/** Signs Ada in, on the pages of the application and of the provider. */
async function signInAs(
  browser: Browser,
  { origin }: ProxiedSite,
  id: string,
): Promise<void> {
  const page = await browser.goto(`${origin}/auth/signin`);
  const login = await browser.submit(page, { action: `/auth/signin/${id}` });
  // The provider remembers her.
  if (login.url.startsWith(origin)) return;
  const fields = {
    username: "ada@example.test",
    password: "analytical-engine",
  };
  await browser.submit(login, { fields });
}

describe("a move from Auth.js with a provider of its own", () => {
  it("a session outlives the move and the way back, and ends at sign-out", async () => {
    await withProvider("op", async (issuer) => {
      const op = {
        id: "op",
        name: "Provider",
        type: "oidc",
        issuer,
        clientId,
        clientSecret,
      } as const;
      await assertMoves({
        site: createProxiedSite(origin),
        old: await createOldExpress(await toOldConfig({ providers: [op] })),
        moved: createNewExpress(toNewConfig({ providers: [op] })),
        signIn: (browser, site) => signInAs(browser, site, "op"),
      });
    });
  });
});

describe("the example of the page about Auth.js", () => {
  it("an application moves with at most five changed lines", async () => {
    const { removed, added } = await readDifference("@auth/express");
    assert.ok(Math.max(removed, added) <= 5, `-${removed} +${added}`);
  });

  it("a visitor of the application stays signed in over the move and the way back, until they sign out", async () => {
    const { before, after } = await readDifference("@auth/express");
    await withProvider("keycloak", async (issuer) => {
      Object.assign(process.env, {
        AUTH_SECRET: "a secret of the example, 0123456789 and more",
        AUTH_TRUST_HOST: "true",
        AUTH_KEYCLOAK_ID: clientId,
        AUTH_KEYCLOAK_SECRET: clientSecret,
        AUTH_KEYCLOAK_ISSUER: issuer,
      });
      const site = createProxiedSite(origin);
      const [old, moved] = await Promise.all([
        load("authjs-old", before),
        load("authjs-new", after),
      ]);
      try {
        await follow(site, old, moved);
      } finally {
        await site.stop();
      }
    });
  });
});

async function load(use: string, text: string): Promise<unknown> {
  const folder = await writeApplication(use, text);
  return (await import(`file://${folder}/app.ts`)).default;
}

async function follow(
  site: ProxiedSite,
  old: unknown,
  moved: unknown,
): Promise<void> {
  const browser = site.createBrowser();
  const greet = async (one = browser) => (await one.goto(`${origin}/`)).text;
  await site.run(old);
  assert.equal(await greet(), "Hello stranger");
  await signInAs(browser, site, "keycloak");
  for (const application of [old, moved, old, moved]) {
    await site.run(application);
    assert.equal(await greet(), "Hello Ada Lovelace");
  }
  const copy = copyCookies(site, browser);
  await signOut(browser, { base: `${site.origin}/auth` });
  assert.equal(await greet(), "Hello stranger");
  assert.equal(await greet(copy), "Hello stranger");
  // The moved application also signs in by itself.
  await signInAs(browser, site, "keycloak");
  assert.equal(await greet(), "Hello Ada Lovelace");
}
