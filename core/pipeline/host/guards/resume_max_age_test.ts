import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import {
  Auth,
  type AuthConfig,
  createAuth,
  createMemoryStore,
  type RequireOptions,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { createBrowser, createFaultProvider } from "@latchkey/auth/testing";

const app = "https://app.example";
const FORM = `<!doctype html><title>Payment</title>
<form method=post><input name=amount><button>Pay</button></form>`;

afterEach(() => mock.timers.reset());

/** Creates an application whose payments need a sign-in of the last five minutes. */
async function createShop(
  strategy: "jwt" | "database",
  guard: RequireOptions = { maxAge: 300 },
) {
  const op = await createFaultProvider();
  const config: AuthConfig = {
    secret: "a-secret-for-the-test-of-kept-forms-only",
    trustHost: true,
    providers: [op.provider()],
    store: createMemoryStore(),
    ...(strategy === "database" ? { adapter: createMemoryAdapter() } : {}),
  };
  const auth = createAuth(config);
  const received: string[] = [];
  const shop = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/auth/")) return await Auth(request, config);
    if (request.method === "GET") {
      return new Response(FORM, { headers: { "content-type": "text/html" } });
    }
    const passage = await auth.require(request, { ...guard, resume: true });
    if (passage instanceof Response) return passage;
    received.push(await request.text());
    return new Response("paid", { headers: passage.headers });
  };
  const browser = createBrowser({ [op.origin]: op.handler, [app]: shop });
  return { browser, received };
}

describe("a form at a guard with maxAge", () => {
  for (const strategy of ["jwt", "database"] as const) {
    it(`is sent once the user has confirmed, and kept again if that took too long (${strategy})`, async () => {
      mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 5, 15, 12) });
      const { browser, received } = await createShop(strategy);
      await browser.submit(await browser.goto(`${app}/auth/signin`));
      mock.timers.tick(400_000);
      const form = await browser.goto(`${app}/pay?order=1`);
      const asked = await browser.submit(form, { fields: { amount: "7" } });
      const kept = await browser.submit(asked);
      assert.match(kept.text, /Continue where/);
      // The page was open for so long that the proof is old again.
      mock.timers.tick(500_000);
      const askedAgain = await browser.submit(kept);
      assert.deepEqual(received, []);
      const keptAgain = await browser.submit(askedAgain);
      const done = await browser.submit(keptAgain);
      assert.equal(done.text, "paid");
      assert.deepEqual(received, ["amount=7"]);
    });

    it(`is kept beside another that was kept in the same second, as soon after the sign-in as may be (${strategy})`, async () => {
      mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 5, 15, 12) });
      const { browser } = await createShop(strategy, { acr: "gold" });
      await browser.submit(await browser.goto(`${app}/auth/signin`));
      for (const amount of ["7", "8"]) {
        const form = await browser.goto(`${app}/pay?order=${amount}`);
        const asked = await browser.submit(form, { fields: { amount } });
        assert.equal(asked.status, 200);
        const { pathname, searchParams } = new URL(asked.url);
        assert.equal(pathname, "/auth/signin");
        assert.match(searchParams.get("callbackUrl") ?? "", /kept-form=/);
      }
    });
  }
});
