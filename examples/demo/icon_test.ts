import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startMailbox } from "./mailbox.ts";
import { startProvider } from "./provider.ts";

async function assertIcon(origin: string): Promise<void> {
  const answer = await fetch(`${origin}/favicon.ico`);
  const type = answer.headers.get("content-type") ?? "";
  await answer.body?.cancel();
  assert.equal(answer.status, 200, origin);
  assert.match(type, /^image\//, origin);
}

describe("the demo's servers answer /favicon.ico with an icon", () => {
  it("the provider has an icon, and so has its login page on another origin", async () => {
    const provider = await startProvider({
      port: 0,
      clients: [],
      loginOrigin: "separate",
    });
    try {
      await assertIcon(provider.issuer);
      await assertIcon(provider.loginOrigin);
    } finally {
      await provider.close();
    }
  });

  it("the mailbox has an icon", async () => {
    const mailbox = await startMailbox(0);
    try {
      await assertIcon(mailbox.url);
    } finally {
      await mailbox.close();
    }
  });
});
