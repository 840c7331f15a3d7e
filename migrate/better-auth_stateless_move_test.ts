import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Provider } from "oidc-provider";
import { genericOAuth } from "better-auth/plugins";
import type { Browser } from "@latchkey/auth/testing";
import { randomText } from "../core/crypto/random.ts";
import { toBrowser } from "../server/express_testkit.ts";
import { openSite, readMe, type Site } from "./site_testkit.ts";
import {
  checkMove,
  createMovedApplication,
  createOldAuth,
  oldSecret,
  post,
  readCopy,
  toOldApplication,
} from "./better-auth_move_testkit.ts";

const client = { id: "shop", secret: randomText(32) };

/** Starts an OpenID Connect provider that accepts every name and password. */
function startProvider(site: Site, application: Site): void {
  const { info, warn } = console;
  // Its notices are about use in production.
  Object.assign(console, { info: () => {}, warn: () => {} });
  try {
    const provider = new Provider(site.origin, {
      clients: [{
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${application.origin}/api/auth/callback/work`],
      }],
      claims: { openid: ["sub"], profile: ["name"], email: ["email"] },
      conformIdTokenClaims: false,
      findAccount: (_: unknown, sub: string) => ({
        accountId: sub,
        claims: () => ({ sub, name: "Ada", email: `${sub}@example.com` }),
      }),
    });
    site.run(provider.callback());
  } finally {
    Object.assign(console, { info, warn });
  }
}

/** Signs in at the provider, whose pages ask for a name and then for consent. */
async function signIn({ origin }: Site, login: string): Promise<Browser> {
  const browser = toBrowser([]);
  const { url } = await post(browser, `${origin}/api/auth/sign-in/social`, {
    provider: "work",
    callbackURL: "/me",
  }) as { url: string };
  const asked = await browser.goto(url);
  const fields = { login, password: "any" };
  const consent = await browser.submit(asked, { fields });
  const done = await browser.submit(consent);
  assert.equal(done.url, `${origin}/me`, done.text);
  return browser;
}

describe("the move from the published Better Auth without a database", () => {
  for (const strategy of ["compact", "jwt", "jwe"] as const) {
    it(`a visitor stays signed in by the account at the provider (${strategy})`, async () => {
      const site = await openSite();
      const provider = await openSite();
      try {
        startProvider(provider, site);
        const config = {
          secret: oldSecret,
          session: {
            cookieCache: { enabled: true, strategy, maxAge: 7 * 86_400 },
          },
          plugins: [genericOAuth({
            config: [{
              providerId: "work",
              clientId: client.id,
              clientSecret: client.secret,
              discoveryUrl:
                `${provider.origin}/.well-known/openid-configuration`,
              pkce: true,
              scopes: ["openid", "profile", "email"],
            }],
          })],
        };
        const create = async () =>
          toOldApplication(await createOldAuth(site, config));
        const moved = createMovedApplication({
          secret: oldSecret,
          userId: ({ account }) =>
            account?.providerId === "work" ? account.accountId : null,
        });
        site.run(await create());
        const browser = await signIn(site, "ada");
        // The account is in a cookie of its own: the session alone is nobody.
        const header = browser.cookieHeader(site.origin);
        const alone = header.split("; ")
          .filter((one) => !one.includes("account_data")).join("; ");
        // Better Auth's own ids end with its process, sessions do not.
        const all = { site, old: await create(), moved };
        await checkMove(all, browser, "ada");
        const [bob, other] = [await signIn(site, "bob"), alone];
        site.run(moved);
        assert.equal(await readMe(bob, site), "bob");
        assert.equal(await readCopy(site, other), null);
      } finally {
        await site.stop();
        await provider.stop();
      }
    });
  }
});
