import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { TanStackStartAuth } from "@latchkey/auth/tanstack-start";
import { createServerApp } from "../server/express_testkit.ts";

async function createStart() {
  const { config } = await createServerApp({});
  const auth = TanStackStartAuth(config);
  const visit = (request: Request & { ip?: string }) =>
    auth.middleware({
      request,
      handlerType: "router",
      next: () => assert.fail("it goes on"),
    });
  return { auth, visit };
}

// All that needs TanStack itself is in the application under the contract.
describe("TanStackStartAuth", () => {
  it("the middleware answers the auth routes, before any other", async () => {
    const { visit } = await createStart();
    const url = "https://app.example/auth/signin";
    const answer = await visit(new Request(url));
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), /<form/);
  });

  it("mistakes in the configuration are logged, because Start logs none of them", async () => {
    const secret = "a".repeat(40);
    const logged = await new Promise<Error>((resolve) => {
      const logger = { error: resolve };
      const create = () => TanStackStartAuth({ secret, providers: [], logger });
      assert.throws(create, /repeats one character/);
    });
    assert.match(logged.message, /repeats one character/);
  });

  it("a function says that the middleware is missing", async () => {
    const { auth } = await createStart();
    const request = new Request("https://app.example/");
    await assert.rejects(auth.getSession(request), /src\/start\.ts needs/);
  });
});
