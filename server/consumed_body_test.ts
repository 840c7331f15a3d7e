import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import { describe, it } from "node:test";
import { createServerApp, serve, versions } from "./express_testkit.ts";

interface Held {
  held?: string;
}

/** Reads a body and keeps it where only this code finds it. */
async function takeBody(
  req: IncomingMessage & Held,
  _res: unknown,
  next: () => void,
): Promise<void> {
  let text = "";
  for await (const chunk of req) text += String(chunk);
  req.held = text;
  next();
}

for (const [version, express] of versions) {
  describe(`${version}: code in front that reads the body itself`, () => {
    it("is named in the log, and the visitor is not blamed", async () => {
      const { auth, lines } = await createServerApp({ debug: false });
      const site = express();
      site.use(takeBody as never);
      site.use("/auth", auth);
      await serve(site, async (origin) => {
        const answer = await fetch(`${origin}/auth/signout`, {
          method: "POST",
          headers: { accept: "application/json" },
          body: new URLSearchParams({ csrfToken: "x" }),
        });
        assert.equal(answer.status, 500);
        assert.equal((await answer.json()).error, "Configuration");
        assert.equal(lines.length, 1);
        assert.match(lines[0] ?? "", /was read before it came here/);
        assert.match(lines[0] ?? "", /leave what it read in `req\.body`/);
      });
    });

    it("may leave it in `req.body`, and a request without a body has none to leave", async () => {
      const { auth, lines } = await createServerApp({ debug: false });
      const site = express();
      site.use(takeBody as never);
      site.use((req: { body?: unknown } & Held, _res: unknown, next) => {
        if (req.held !== "") req.body = req.held;
        next();
      });
      site.use("/auth", auth);
      await serve(site, async (origin) => {
        for (const body of [new URLSearchParams({ csrfToken: "x" }), null]) {
          const answer = await fetch(`${origin}/auth/signout`, {
            method: "POST",
            headers: { accept: "application/json" },
            body,
          });
          assert.equal((await answer.json()).error, "MissingCSRF");
        }
        assert.equal(lines.filter((one) => /read before/.test(one)).length, 0);
      });
    });
  });
}
