import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { AuthConfig, Session } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import Credentials from "@latchkey/auth/providers/credentials";
import { toImage } from "../model/image.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import { readSession, signIn, site } from "../../testing/app_testkit.ts";
import { createUserFlow } from "./users_testkit.ts";

afterEach(endTest);

const evil = "javascript:alert(document.domain)";
const good = "https://images.example/ada.png?s=96";

const strategies: Record<string, () => Partial<AuthConfig>> = {
  "a sealed session": () => ({}),
  "a sealed session and an adapter": () => ({
    adapter: createMemoryAdapter(),
    session: { strategy: "jwt" },
  }),
  "a database session": () => ({ adapter: createMemoryAdapter() }),
};

async function readImage(session: Promise<Session | null>) {
  const { user } = await session ?? assert.fail("signed out");
  return user?.image ?? null;
}

describe("the picture of a user", () => {
  it("is a web address, a data URL of an image, or a path", () => {
    const kept = [
      good,
      "http://images.example/a",
      "HTTPS://IMAGES.EXAMPLE/a",
      "data:image/png;base64,iVBORw0KGgo=",
      "/avatars/ada.png",
      "//images.example/a:b.png",
      "avatars/ada.png",
      "ada.png",
      "?user=1&time=12:30",
    ];
    for (const one of kept) assert.equal(toImage(one), one);
    const dropped = [
      evil,
      "JavaScript:alert(1)",
      " javascript:alert(1)",
      "java\tscript:alert(1)",
      "java\nscript:alert(1)",
      "\u0001javascript:alert(1)",
      "javascript://images.example/%0aalert(1)",
      "data:text/html,<script>alert(1)</script>",
      "data:,x",
      "vbscript:x",
      "blob:https://app.example/1",
      "file:///etc/passwd",
      "https:javascript",
      "",
      7,
      null,
      { href: good },
    ];
    for (const one of dropped) assert.equal(toImage(one), null, String(one));
  });

  for (const [how, toConfig] of Object.entries(strategies)) {
    for (const [picture, expected] of [[evil, null], [good, good]] as const) {
      it(`of a provider is ${expected === null ? "dropped, whoever asks" : "kept"}, with ${how}: ${picture}`, async () => {
        const seen: unknown[] = [];
        const config = toConfig();
        const flow = await createUserFlow({
          ...config,
          callbacks: {
            signIn: ({ user }) => {
              seen.push(user.image);
              return true;
            },
          },
        }, {
          op: {
            user: { sub: "1", name: "Ada", email: "ada@example.com", picture },
          },
        });
        const browser = flow.createBrowser();
        await signIn(browser);
        assert.equal(await readImage(readSession(browser)), expected);
        assert.deepEqual(seen, [expected]);
        const stored = await config.adapter?.getUserByEmail?.(
          "ada@example.com",
        );
        assert.equal(stored?.image ?? null, config.adapter ? expected : null);
      });
    }
  }

  it("of the application's own directory is dropped", async () => {
    const flow = await createUserFlow({ adapter: undefined }, {
      more: [
        Credentials({
          credentials: { id: {} },
          authorize: ({ id }) => ({ id: "1", image: String(id) }),
        }),
      ],
    });
    const browser = flow.createBrowser();
    const page = await browser.goto(`${site}/auth/signin`);
    await browser.submit(page, {
      action: "/auth/callback/credentials",
      fields: { id: evil },
    });
    assert.equal(await readImage(readSession(browser)), null);
  });

  it("that was stored before is dropped from the session", async () => {
    const adapter = createMemoryAdapter();
    const flow = await createUserFlow({ adapter });
    const browser = flow.createBrowser();
    await signIn(browser);
    const id = (await readSession(browser))?.user?.id ?? "";
    await adapter.updateUser?.({ id, image: evil });
    assert.equal(await readImage(readSession(browser)), null);
  });
});
