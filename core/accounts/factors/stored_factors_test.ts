import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type AuthConfig,
  type Awaitable,
  createMemoryStore,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { resolveSettings } from "../../config/resolve_settings.ts";
import { seal } from "../../crypto/seal.ts";
// The class that the sources throw: the package has a copy of its own.
import { AdapterError, ConfigurationError } from "../../errors/errors.ts";
import { createProviderContext } from "../../request/context.ts";
import { type Factors, NO_FACTORS } from "./factors.ts";
import {
  changeFactors,
  forgetAllBrowsers,
  readFactors,
  removeFactors,
} from "./stored_factors.ts";

const now = 1_800_000_000_000;
const app = { id: "a", name: null, secret: "s", lastStep: 4, created: 0 };
const browser = { hash: "b", created: 1, lastSeen: 1, userAgent: null };
const recovery = { key: "k", created: 0, codes: [{ hash: "x", used: null }] };
const all: Factors = { apps: [app], recovery, browsers: [browser] };

/** Creates a context whose adapter counts its replacements, and may refuse them. */
async function create(
  isRefused: () => Awaitable<boolean> = () => false,
) {
  const inner = createMemoryAdapter();
  for (const id of ["ada", "eve"]) {
    const email = `${id}@example.com`;
    await inner.createUser({ id, name: id, email, emailVerified: null });
  }
  const replaced: (string | null)[] = [];
  const adapter: AuthConfig["adapter"] = {
    ...inner,
    replaceSecret: async (change) => {
      replaced.push(change.after);
      return !await isRefused() && await inner.replaceSecret(change);
    },
  };
  const settings = resolveSettings({
    ...{ secret: "a secret of this test, and long enough", adapter },
    ...{ store: createMemoryStore(), providers: [] },
  }, () => undefined);
  const ctx = createProviderContext(settings, now);
  return { ctx, inner, replaced };
}

describe("the stored factors of a user", () => {
  it("each part is kept, and a user without any has no row", async () => {
    const { ctx, inner } = await create();
    const none = NO_FACTORS;
    for (
      const factors of [
        all,
        { ...none, apps: [app] },
        { ...none, recovery },
        { ...none, browsers: [browser] },
      ]
    ) {
      await changeFactors(ctx, "ada", () => factors);
      assert.notEqual(await inner.getSecret("ada", "factors"), null);
      assert.deepEqual(await readFactors(ctx, "ada"), factors);
    }
    await changeFactors(ctx, "ada", () => none);
    assert.equal(await inner.getSecret("ada", "factors"), null);
    assert.deepEqual(await readFactors(ctx, "ada"), none);
  });

  it("those of another user, of another format and of another secret do not open, and stay", async () => {
    const { ctx, inner } = await create();
    const { keyring } = ctx.settings;
    const purpose = { name: "factors", cookie: "", maxAge: Infinity } as const;
    const texts = [
      await seal(keyring, purpose, { version: 1, of: "eve", ...all }, now),
      await seal(keyring, purpose, { version: 2, of: "ada", ...all }, now),
      "not sealed",
    ];
    let before: string | null = null;
    for (const after of texts) {
      await inner.replaceSecret({
        ...{ userId: "ada", kind: "factors", before, after },
      });
      await assert.rejects(readFactors(ctx, "ada"), ConfigurationError);
      const change = changeFactors(ctx, "ada", () => all);
      await assert.rejects(change, ConfigurationError);
      assert.equal(await inner.getSecret("ada", "factors"), after);
      before = after;
    }
    assert.equal(await removeFactors(ctx, "ada"), true);
    assert.equal(await inner.getSecret("ada", "factors"), null);
  });

  it("forgetting all browsers keeps the rest, and writes nothing if there are none", async () => {
    const { ctx, replaced } = await create();
    await changeFactors(ctx, "ada", () => all);
    await forgetAllBrowsers(ctx, "ada");
    assert.deepEqual(await readFactors(ctx, "ada"), { ...all, browsers: [] });
    const { length } = replaced;
    await forgetAllBrowsers(ctx, "ada");
    await forgetAllBrowsers(ctx, "eve");
    assert.equal(replaced.length, length);
  });

  it("removing them says whether there were any", async () => {
    const { ctx, inner } = await create();
    assert.equal(await removeFactors(ctx, "ada"), false);
    await changeFactors(ctx, "ada", () => all);
    assert.equal(await removeFactors(ctx, "ada"), true);
    assert.equal(await inner.getSecret("ada", "factors"), null);
  });

  it("a removal that another request overtakes counts as done", async () => {
    const { ctx, inner } = await create(async () => {
      const before = await inner.getSecret("ada", "factors");
      const change = { userId: "ada", kind: "factors", before } as const;
      await inner.replaceSecret({ ...change, after: null });
      return true;
    });
    const row = { userId: "ada", kind: "factors", before: null } as const;
    await inner.replaceSecret({ ...row, after: "whatever" });
    assert.equal(await removeFactors(ctx, "ada"), true);
    assert.equal(await inner.getSecret("ada", "factors"), null);
  });

  it("an adapter that never replaces is given up after 20 rounds", async () => {
    let isRefused = false;
    const { ctx, replaced } = await create(() => isRefused);
    await changeFactors(ctx, "ada", () => all);
    isRefused = true;
    for (
      const work of [
        () => changeFactors(ctx, "ada", (one) => one),
        () => removeFactors(ctx, "ada"),
      ]
    ) {
      replaced.length = 0;
      await assert.rejects(work(), AdapterError);
      assert.equal(replaced.length, 20);
    }
  });
});
