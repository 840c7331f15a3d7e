import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { Adapter, AuthConfig } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import Credentials from "@latchkey/auth/providers/credentials";
import { endTest } from "../../testing/checks_testkit.ts";
import { readSession, signIn, site } from "../../testing/app_testkit.ts";
import { createUserFlow, type UserFlow } from "./users_testkit.ts";

afterEach(endTest);

const nul = "\u0000";
const half = "\ud800";
const name = `A${nul}d${half}a \u{1f511}`;
const shown = "Ada \u{1f511}";

/** An adapter that refuses what PostgreSQL does. */
function createStrictAdapter(): Adapter {
  const inner: Adapter = createMemoryAdapter();
  const refuse = (value: unknown): void => {
    if (typeof value === "string") {
      assert.doesNotMatch(value, /\0|\p{Cs}/u, "invalid byte sequence");
    } else if (typeof value === "object" && value !== null) {
      Object.values(value).forEach(refuse);
    }
  };
  return new Proxy(inner, {
    get: (_, key) => {
      const value: unknown = Reflect.get(inner, key);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        refuse(args);
        return Reflect.apply(value, inner, args);
      };
    },
  });
}

const strategies: Record<string, () => Partial<AuthConfig>> = {
  "no adapter": () => ({ adapter: undefined }),
  "an adapter and sealed sessions": () => ({
    adapter: createStrictAdapter(),
    session: { strategy: "jwt" },
  }),
  "database sessions": () => ({ adapter: createStrictAdapter() }),
};

async function typeId(flow: UserFlow, id: string) {
  const browser = flow.createBrowser();
  const page = await browser.goto(`${site}/auth/signin`);
  const end = await browser.submit(page, {
    action: "/auth/callback/credentials",
    fields: { id },
  });
  return { browser, end };
}

describe("a text that no store can hold", () => {
  for (const [how, toConfig] of Object.entries(strategies)) {
    it(`in a provider's claim is kept without those characters, with ${how}`, async () => {
      const flow = await createUserFlow(toConfig(), {
        op: {
          user: {
            sub: "1",
            name,
            email: "ada@example.com",
            picture: `https://images.example/a${nul}.png`,
          },
        },
      });
      const browser = flow.createBrowser();
      await signIn(browser);
      const session = await readSession(browser);
      assert.equal(session?.user?.name, shown);
      assert.equal(session?.user?.image, "https://images.example/a.png");
    });

    it(`of the application's own directory is kept without those characters, with ${how}`, async () => {
      const flow = await createUserFlow(toConfig(), {
        more: [
          Credentials({
            credentials: { id: {} },
            authorize: ({ id }) => ({
              id: String(id),
              name,
              email: "ada@example.com",
            }),
          }),
        ],
      });
      const { browser } = await typeId(flow, "1");
      assert.equal((await readSession(browser))?.user?.name, shown);
    });
  }

  it("does not become a script's address in a picture", async () => {
    const flow = await createUserFlow({ adapter: undefined }, {
      op: {
        user: { sub: "1", name: "Ada", picture: `${nul}javascript:alert(1)` },
      },
    });
    const browser = flow.createBrowser();
    await signIn(browser);
    assert.equal((await readSession(browser))?.user?.image ?? null, null);
  });

  for (const id of [`user${nul}1`, `user${half}1`]) {
    it(`is refused as an id, because without the characters it could be another's: ${JSON.stringify(id)}`, async () => {
      const flow = await createUserFlow({}, {
        more: [
          Credentials({
            credentials: { id: {} },
            authorize: () => ({ id, name: "Ada" }),
          }),
        ],
      });
      const { browser, end } = await typeId(flow, "1");
      assert.match(end.url, /error=/);
      assert.equal(await readSession(browser), null);
      assert.ok(
        flow.log.some(({ text }) => text.includes("which stores cannot hold")),
      );
    });
  }

  it("is refused as an id of the application's own without an adapter", async () => {
    const flow = await createUserFlow({
      adapter: undefined,
      callbacks: { userId: () => `user${nul}1` },
    });
    const browser = flow.createBrowser();
    await signIn(browser);
    assert.equal(await readSession(browser), null);
  });
});
