import "../../core/runtime/own_env_testkit.ts";
import assert from "node:assert/strict";
import process from "node:process";
import { before, describe, it } from "node:test";
import type { Browser, Page } from "@latchkey/auth/testing";
import { serve, toBrowser } from "../../server/express_testkit.ts";
import { writeRecipes } from "./recipes.ts";
import { mails, op } from "./recipes_providers.ts";

process.env.AUTH_SECRET = `secret of the recipes ${crypto.randomUUID()}`;

const buttons = {
  provider: "Continue with Test Provider",
  mail: "Email me a sign-in link",
  password: "Sign in",
} as const;

let folder = "";

before(async () => {
  folder = await writeRecipes("server");
});

/** Opens the sign-in page as a guard does, from a page that needs a session. */
async function open(browser: Browser, origin: string): Promise<Page> {
  const page = await browser.goto(`${origin}/?from=mail`);
  assert.equal(page.status, 200, page.text);
  for (const form of page.forms()) {
    assert.equal(toTarget(origin, form.fields), `${origin}/?from=mail`);
  }
  assert.equal(page.forms().length, 3);
  return page;
}

type Fields = readonly (readonly [string, string])[];

function toTarget(origin: string, fields: Fields): string {
  const [, target = ""] = fields.find(([name]) => name === "callbackUrl") ?? [];
  return new URL(target, origin).href;
}

/** The alerts of a page, as text. */
function readAlerts({ text }: Page): string[] {
  return [...text.matchAll(/<p role="alert">([^<]*)<\/p>/g)]
    .map(([, message = ""]) => message);
}

async function readSession(browser: Browser, origin: string) {
  return await (await browser.fetch(`${origin}/auth/session`)).json();
}

/** One recipe: its file, and what it says about a wrong password. */
const recipes = {
  "html.ts": /details don’t match/,
  "ejs.ts": /Wrong email or password/,
  "jsx.tsx": /details don’t match/,
} as const;

for (const [file, wrong] of Object.entries(recipes)) {
  describe(`the recipe ${file}`, () => {
    async function run(use: (origin: string) => Promise<void>): Promise<void> {
      const { default: app } = await import(`file://${folder}/${file}`);
      if (typeof app === "function") return await serve(app, use);
      const server = Deno.serve({ port: 0, onListen: () => {} }, app.fetch);
      try {
        await use(`http://localhost:${server.addr.port}`);
      } finally {
        await server.shutdown();
      }
    }

    it("a provider's button signs in, and leads where the visitor was going", async () => {
      await run(async (origin) => {
        const browser = toBrowser(op);
        const page = await open(browser, origin);
        const end = await browser.submit(page, { button: buttons.provider });
        assert.equal(end.url, `${origin}/?from=mail`);
        assert.equal(end.text, `Hello ${op.user.email}`);
      });
    });

    it("a wrong password shows a message, and keeps the address and the target", async () => {
      await run(async (origin) => {
        const browser = toBrowser(op);
        const page = await open(browser, origin);
        const typed = { email: "a&b<c>@example.com", password: "not this one" };
        const { password: button } = buttons;
        const again = await browser.submit(page, { button, fields: typed });
        assert.equal(readAlerts(again).length, 1, again.text);
        assert.match(readAlerts(again)[0] ?? "", wrong);
        assert.doesNotMatch(again.text, /not this one/);
        const form = again.forms().find(({ buttons: [first] }) =>
          first?.text === button
        );
        const kept = Object.fromEntries(form?.fields ?? []);
        assert.equal(kept.email, typed.email);
        assert.equal(await readSession(browser, origin), null);

        const fields = { password: "right" };
        const end = await browser.submit(again, { button, fields });
        assert.equal(end.url, `${origin}/?from=mail`);
        const { user } = await readSession(browser, origin);
        assert.equal(user.email, typed.email);
      });
    });

    it("a form with a wrong token is refused with a message", async () => {
      await run(async (origin) => {
        const browser = toBrowser(op);
        const page = await open(browser, origin);
        for (const button of Object.values(buttons)) {
          const again = await browser.submit(page, {
            button,
            fields: { csrfToken: "x", email: "ada@example.com" },
          });
          assert.equal(readAlerts(again).length, 1, again.text);
        }
        assert.equal(await readSession(browser, origin), null);
      });
    });

    it("a mail is sent to the address of its form", async () => {
      await run(async (origin) => {
        const browser = toBrowser(op);
        const page = await open(browser, origin);
        const email = `${crypto.randomUUID()}@example.com`;
        const { mail: button } = buttons;
        const end = await browser.submit(page, { button, fields: { email } });
        assert.equal(new URL(end.url).pathname, "/auth/verify-request");
        assert.equal(mails.at(-1), email);
      });
    });

    it("the page shows no markup from a link, and no error without one", async () => {
      await run(async (origin) => {
        const browser = toBrowser(op);
        const page = await open(browser, origin);
        assert.deepEqual(readAlerts(page), []);
        const evil = '"><script>alert(1)</script>';
        const query = new URLSearchParams({
          error: evil,
          code: evil,
          email: evil,
          callbackUrl: evil,
        });
        const { text } = await browser.goto(`${origin}/auth/signin?${query}`);
        assert.doesNotMatch(text, /<script>/);
      });
    });
  });
}
