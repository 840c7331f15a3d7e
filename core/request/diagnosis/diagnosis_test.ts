import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { explainReference } from "@latchkey/auth/diagnosis";
import {
  approach,
  arrive,
  createApp,
  site,
} from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import { ACTIONS } from "../actions.ts";
import { errorTexts } from "../../errors/error_sentences.ts";
import { errorTable } from "../../errors/error_table.ts";
import { isReference, openDiagnosis } from "./diagnosis.ts";
import { createKeyring } from "../../crypto/keys.ts";
import {
  fromAge,
  type Numbers,
  pack,
  toAge,
  toNumber,
  unpack,
} from "./pack.ts";

afterEach(endTest);
const DAY = 86_400_000;

/** Signs in up to a callback without its attempt, and returns the reference of the log. */
async function failSignIn(now: number) {
  mock.timers.enable({ apis: ["Date"], now });
  const flow = await createApp({ config: { debug: false } });
  const callback = await approach(flow.browser);
  mock.timers.setTime(now + 61_000);
  const stranger = flow.createBrowser();
  await arrive(stranger, callback);
  const [, ref = ""] = /ref ([\w-]+):/.exec(flow.lines.join("\n")) ?? [];
  return { flow, ref };
}

describe("the reference of an error", () => {
  const now = Date.UTC(2026, 10, 29, 23, 59, 30);

  it("tells whoever has the secret what happened, and when", async () => {
    const { flow, ref } = await failSignIn(now);
    const secret = ["a newer secret of this site, made later", flow.secret];
    const found = await explainReference(ref, { secret, providers: ["op"] });
    const { hint, sentence, message: _, ...rest } = found ?? {};
    assert.deepEqual(rest, {
      time: now + 61_000,
      type: "InvalidCheck",
      code: null,
      hasCode: false,
      step: "callback",
      method: "GET",
      provider: "op",
      hasProvider: true,
      // Ages are told to about a tenth.
      attemptAge: 63,
      cookies: [],
      facts: [
        "https",
        "host configured",
        "cross-site",
        "names an attempt",
        "code",
        "iss",
      ],
    });
    assert.match(hint ?? "", /no valid attempt of this browser/);
    assert.match(sentence ?? "", /began in another browser/);
  });

  it("has fewer than sixty characters, and the same length for every error", async () => {
    const { ref } = await failSignIn(now);
    assert.equal(ref.length, 58);
    assert.ok(isReference(ref));
    assert.ok(!isReference(`${ref}a`));
  });

  it("is refused with the secret of another deployment, with a changed character, or after 400 days", async () => {
    const { flow: { secret }, ref } = await failSignIn(now);
    const other = "the secret of another deployment, as long";
    assert.equal(await explainReference(ref, { secret: other }), null);
    const last = ref.endsWith("A") ? "Q" : "A";
    for (const wrong of ["", "AAAAAAAA", ref.slice(0, -1) + last]) {
      assert.equal(await explainReference(wrong, { secret }), null, wrong);
    }
    const late = { secret, now: now + 402 * DAY };
    assert.equal(await explainReference(ref, late), null);
    const early = { secret, now: now + 398 * DAY };
    assert.equal((await explainReference(ref, early))?.type, "InvalidCheck");
  });

  it("differs each time, for the same error", async () => {
    const refs = new Set<string>();
    const flow = await createApp();
    const headers = { accept: "application/json" };
    for (let i = 0; i < 3; i++) {
      const request = new Request(`${site}/auth/nothing`, { headers });
      refs.add((await (await flow.handler(request)).json()).ref);
    }
    assert.equal(refs.size, 3);
  });

  it("tells cookies of the other scheme from those of other applications", async () => {
    for (
      const [cookie, cookies] of [
        ["latchkey.attempt.0mj5abcdeAAAAAAAAAAAA=x", [
          "ours under other names",
        ]],
        ["latchkey.csrf=x", ["ours under other names"]],
        ["latchkeys=x; theme=dark", ["of other applications"]],
        [
          "__Host-latchkey.csrf=x; latchkey.session=x",
          ["csrf", "ours under other names"],
        ],
      ] as const
    ) {
      const { handler, secret } = await createApp();
      const headers = { accept: "application/json", cookie };
      const request = new Request(`${site}/auth/nothing`, { headers });
      const { ref } = await (await handler(request)).json();
      const found = await explainReference(ref, { secret });
      assert.deepEqual(found?.cookies, cookies, cookie);
    }
  });

  it("names no provider that was not asked about, and no code of the application", async () => {
    const { flow: { secret }, ref } = await failSignIn(now);
    const found = await explainReference(ref, { secret });
    assert.deepEqual([found?.provider, found?.hasProvider], [null, true]);
  });

  it("opens for no text that is not a diagnosis", async () => {
    const keyring = createKeyring(["a secret of at least 32 characters"]);
    const purpose = { name: "diagnosis", cookie: "", maxAge: 1 } as const;
    const { key } = await keyring.sealing(purpose, 20_000);
    const { iv, text, tag } = await keyring.engine.encrypt(
      key,
      "ä".repeat(7) + "a",
    );
    const opened = openDiagnosis(keyring, iv + text + tag, 20_000 * DAY);
    assert.equal(await opened, null);
  });
});

describe("the numbers of a diagnosis", () => {
  const numbers: Numbers = {
    ...{ second: 86_399, type: 1023, code: 0, step: 255, method: 3 },
    ...{ provider: 1, message: 511, age: 127, cookies: 4095, facts: 8192 },
  };

  it("are the same after packing, as fifteen characters of ASCII", () => {
    assert.match(pack(numbers), /^[\0-\x7f]{15}$/);
    assert.deepEqual(unpack(pack(numbers)), numbers);
    assert.equal(unpack(""), null);
  });

  it("are cut to what there is room for", () => {
    const big = { ...numbers, age: 1000, cookies: -1 };
    assert.deepEqual(unpack(pack(big)), { ...numbers, cookies: 0 });
  });

  it("tell all types, actions, and codes of one type apart", () => {
    const assertDistinct = (
      field: "type" | "step" | "code",
      names: readonly string[],
    ) => {
      const different = new Set(names.map((one) => toNumber(one, field)));
      assert.equal(different.size, new Set(names).size, `${field} ${names}`);
      assert.ok(!different.has(0));
    };
    assertDistinct("type", Object.keys(errorTable));
    assertDistinct("step", [...ACTIONS, "guard", "proxy"]);
    for (
      const { codes = {} } of Object.values<{ codes?: object }>(errorTexts)
    ) {
      assertDistinct("code", Object.keys(codes));
    }
  });

  it("tell an age to about a tenth, up to three days", () => {
    for (const age of [0, 1, 59, 600, 900, 86_400, 250_000]) {
      const read = fromAge(toAge(age)) ?? NaN;
      assert.ok(Math.abs(read - age) <= age / 9, `${age} is read as ${read}`);
    }
    assert.equal(fromAge(toAge(null)), null);
    assert.equal(fromAge(toAge(-5)), 0);
  });
});
