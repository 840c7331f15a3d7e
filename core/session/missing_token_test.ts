import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { createAuth } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { assertSignedIn, createApp, site } from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";

afterEach(endTest);

describe("a session callback that reads the token", () => {
  it("is told that there is none with database sessions", async () => {
    const adapter = createMemoryAdapter();
    const flow = await createApp({ config: { adapter } });
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const headers = { cookie: browser.cookieHeader(site) };
    const read = (failure: Error | null) =>
      createAuth({
        ...flow.makeConfig(),
        callbacks: {
          session: ({ session, token }) => {
            if (failure !== null) throw failure;
            return { ...session, locale: token.locale };
          },
        },
      }).session(new Request(site, { headers }));
    await assert.rejects(read(null), /`user`, and `token` is undefined/);
    await assert.rejects(
      read(new RangeError("of the host")),
      /The session callback threw\.$/,
    );
  });
});
