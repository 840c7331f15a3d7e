import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import {
  assertMoves,
  createProxiedSite,
  listSessionCookies,
  passwordId,
  signInByPassword,
} from "../../migrate/authjs/move_testkit.ts";
import {
  createNewExpress,
  oldSecret,
  toNewConfig,
} from "../../migrate/authjs/packages_testkit.ts";
import { readMe } from "../../migrate/site_testkit.ts";

import { installNextAuth, startNextAuth } from "./next_auth.ts";

const site = "app.example";

describe("a move from NextAuth.js", () => {
  before(installNextAuth);

  for (const scheme of ["https", "http"]) {
    it(`a session of version 4 in two cookies outlives the move and the way back, and ends at sign-out: ${scheme}`, async () => {
      const origin = `${scheme}://${site}`;
      const { listener, stop } = await startNextAuth("4", {
        NEXTAUTH_SECRET: oldSecret,
        NEXTAUTH_URL: `${origin}/auth`,
      });
      try {
        await assertMoves({
          site: createProxiedSite(origin),
          old: listener,
          moved: createNewExpress(toNewConfig()),
          signIn: signInByPassword,
          inspect: (browser) => {
            const prefix = scheme === "https" ? "__Secure-" : "";
            const name = `${prefix}next-auth.session-token`;
            assert.deepEqual(
              listSessionCookies(browser, { origin }),
              [`${name}.0`, `${name}.1`],
            );
          },
        });
      } finally {
        await stop();
      }
    });
  }

  it("a session of version 5 outlives the move and the way back, and ends at sign-out", async () => {
    const { listener, stop } = await startNextAuth("5", {
      NEXTAUTH_SECRET: oldSecret,
    });
    try {
      await assertMoves({
        site: createProxiedSite(`https://${site}`),
        old: listener,
        moved: createNewExpress(toNewConfig()),
        signIn: async (browser, { origin }) => {
          await browser.goto(`${origin}/auth/signin`);
          assert.equal(await readMe(browser, { origin }), passwordId);
        },
      });
    } finally {
      await stop();
    }
  });
});
