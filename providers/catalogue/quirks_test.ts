import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { Provider } from "@latchkey/auth";
import type { OIDCConfig } from "@latchkey/auth/providers";
import { endTest } from "../../testing/checks_testkit.ts";
import { type ProviderRow, readRows } from "./facts_testkit.ts";
import { quirks } from "./quirks_testkit.ts";
import { toSetup } from "./setup_testkit.ts";
import { load, signInAt, toOptions } from "./sign_in_testkit.ts";
import { specials } from "./specials_testkit.ts";

afterEach(endTest);

const rows = await readRows();
const found = new Set(rows.flatMap((row) => row.quirks ?? []));

function findRow(id: string): ProviderRow {
  return rows.find((row) => row.id === id) ?? assert.fail(id);
}

function listRows(quirk: string): readonly ProviderRow[] {
  return rows.filter((row) => row.quirks?.includes(quirk));
}

/** Returns the provider without the key at a path, which it has to have. */
function withoutKey(provider: Provider, path: string): Provider {
  const copy: Record<PropertyKey, unknown> = { ...provider };
  let inner = copy;
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  for (const key of keys) {
    inner = inner[key] = { ...inner[key] as Record<string, unknown> };
  }
  assert.ok(inner[last] !== undefined, `no ${path}`);
  delete inner[last];
  return copy as unknown as Provider;
}

describe("the classes of quirks", () => {
  it("each class of the facts is in the table, and each of the table in the facts", () => {
    assert.deepEqual([...found].sort(), Object.keys(quirks).sort());
  });

  for (const [name, { asserts, key }] of Object.entries(quirks)) {
    if (key === undefined) continue;
    const [id, path, error] = key;
    it(`${id} does not sign in without its ${path}, so ${asserts} [${name}]`, async () => {
      assert.ok(findRow(id).quirks?.includes(name), `${id} is not ${name}`);
      const change = (provider: Provider) => withoutKey(provider, path);
      await assert.rejects(signInAt(findRow(id), { change }), error);
    });
  }
});

describe("errors that providers send in their own ways", () => {
  for (const row of listRows("token-error-200")) {
    it(`${row.id} signs nobody in with an error of status 200`, async () => {
      const usual = { error: "invalid_grant", error_description: "a-reason" };
      const error = specials[row.id]?.error ?? usual;
      const answer = () => Response.json(error);
      await assert.rejects(
        signInAt(row, { answer }),
        row.type === "oidc"
          ? /not signed in: .*failed a check/
          : /not signed in: .*(?:a-reason|invalid_grant)/,
      );
    });
  }

  for (const id of ["facebook", "feishu", "lark"]) {
    it(`${id} gives the reason of its error`, async () => {
      const error = specials[id]?.error ?? assert.fail(id);
      const answer = () => Response.json(error, { status: 400 });
      await assert.rejects(
        signInAt(findRow(id), { answer }),
        /not signed in: .*a-reason/,
      );
    });
  }
});

describe("quirks that are no single key", () => {
  for (const row of listRows("iss-param")) {
    it(`${row.id} signs nobody in with the issuer of another provider`, async () => {
      const callback = { iss: "https://evil.example" };
      await assert.rejects(signInAt(row, { callback }), /not signed in/);
    });
  }

  for (const row of listRows("logout-params")) {
    it(`${row.id} has its own names for the parameters of the logout URL`, async () => {
      const factory = await load(row.id);
      const made = factory(await toOptions(toSetup(row, true)));
      const { endSession } = made as OIDCConfig;
      assert.ok(typeof endSession === "object");
      assert.ok(endSession.names?.post_logout_redirect_uri);
      assert.equal(endSession.idTokenHint, false);
    });
  }

  it("telegram signs in a user without a name by the ID token alone", async () => {
    const row = findRow("telegram");
    const { name: _, ...profile } = row.profile;
    const nameless = { ...row, profile };
    await signInAt(nameless);
    const change = (provider: Provider) => withoutKey(provider, "userinfo");
    await assert.rejects(signInAt(nameless, { change }), /no endpoint/);
  });
});
