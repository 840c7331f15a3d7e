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

  it("a function says that the middleware is missing", async () => {
    const { auth } = await createStart();
    const request = new Request("https://app.example/");
    await assert.rejects(auth.getSession(request), {
      name: "Configuration",
      message: /src\/start\.ts needs/,
    });
  });
});
