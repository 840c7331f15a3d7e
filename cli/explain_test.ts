import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { createAuth } from "@latchkey/auth";
import type { Explanation } from "@latchkey/auth/diagnosis";
import { findCause } from "./explain/causes.ts";
import { renderFindings } from "./explain/render.ts";
import { runCommand } from "./run_command.ts";

const secret = "a secret of this deployment, long enough";

/** Makes the reference of an error of a site with this secret. */
async function makeReference(): Promise<string> {
  const origin = "https://app.example";
  const auth = createAuth({ secret, origin, providers: [] });
  const headers = { accept: "application/json" };
  const request = new Request(`${origin}/auth/signout`, {
    method: "POST",
    headers: { ...headers, origin: "https://www.app.example" },
  });
  return (await (await auth.handler(request)).json()).ref;
}

/** Runs the command with these variables. */
async function explain(
  args: readonly string[],
  env: Readonly<Record<string, string>> = { AUTH_SECRET: secret },
) {
  let out = "";
  let error = "";
  const code = await runCommand(["explain", ...args], {
    out: (text) => void (out += text),
    error: (text) => void (error += text),
    now: () => Date.now(),
    env: (name) => env[name],
  });
  return { code, out, error };
}

const explanation: Explanation = {
  time: Date.UTC(2026, 10, 29, 12, 30),
  ...{ type: "InvalidCheck", code: null, hasCode: false, step: "callback" },
  ...{ method: "GET", provider: "google", hasProvider: true },
  ...{ attemptAge: 95, cookies: [], facts: [], message: 1 },
  ...{ hint: "the hint", sentence: "The sentence." },
};

describe("explain", () => {
  it("says what happened, when, and what to do", async () => {
    const { code, out, error } = await explain([await makeReference()]);
    assert.equal(code, 0, error);
    assert.match(out, /^CrossSiteRequest\n/);
    assert.match(out, /POST of signout: CrossSiteRequest/);
    assert.match(out, /does not take for its own/);
    assert.match(out, /Set AUTH_URL/);
    assert.ok(!out.includes(secret));
  });

  it("finds the secret among those of a rotation", async () => {
    const env = { AUTH_SECRET: "the former one, also long enough" };
    const newer = { ...env, AUTH_SECRET_1: secret };
    const { code } = await explain([await makeReference()], newer);
    assert.equal(code, 0);
  });

  it("refuses the reference of another deployment, and what is none", async () => {
    const reference = await makeReference();
    const env = { AUTH_SECRET: "the secret of another deployment" };
    for (
      const [args, variables] of [
        [[reference], env],
        [[reference.slice(1)], undefined],
        [["-".padEnd(58, "A")], undefined],
      ] as const
    ) {
      const { code, out, error } = await explain(args, variables);
      assert.deepEqual([code, out], [2, ""]);
      assert.match(error, /No secret here opens this reference/);
    }
  });

  it("says what is missing in a wrong call", async () => {
    assert.match((await explain([])).error, /Name one reference/);
    const { code, error } = await explain(["x"], {});
    assert.equal(code, 2);
    assert.match(error, /Set AUTH_SECRET/);
  });

  it("prints the same as data", async () => {
    const { out } = await explain([await makeReference(), "--json"]);
    const { explanation: { type, step }, scenario } = JSON.parse(out);
    assert.deepEqual(
      [type, step, scenario],
      ["CrossSiteRequest", "signout", "cross-site"],
    );
  });

  it("writes a test, and no file over another", async () => {
    const dir = await mkdtemp(join(tmpdir(), "explain-"));
    try {
      const file = join(dir, "again_test.ts");
      const args = [await makeReference(), "--test", file];
      const first = await explain(args);
      assert.equal(first.code, 0, first.error);
      const text = await readFile(file, "utf8");
      assert.match(text, /unlike on \d{4}-\d\d-\d\d: CrossSiteRequest/);
      const second = await explain(args);
      assert.equal(second.code, 2);
      assert.equal(await readFile(file, "utf8"), text);
    } finally {
      await rm(dir, { recursive: true });
    }
  });
});

describe("the cause", () => {
  const cases: readonly [Partial<Explanation>, RegExp][] = [
    [{ attemptAge: 1000 }, /longer than 15 minutes/],
    [{ cookies: ["ours under other names"] }, /another scheme/],
    [{ cookies: ["this attempt"] }, /no secret of this process/],
    [{ cookies: ["csrf"] }, /an old tab/],
    [{}, /No cookie of this site/],
    [{ type: "MissingCSRF" }, /refuses cookies/],
    [{ type: "MissingCSRF", cookies: ["csrf"] }, /out of a cache/],
    [{ type: "CrossSiteRequest" }, /A page of another site/],
    [{ type: "UntrustedHost" }, /is yours/],
    [{ type: "RateLimited" }, /too many attempts/],
  ];
  for (const [change, expected] of cases) {
    it(`is found for ${JSON.stringify(change)}`, () => {
      const found = findCause({ ...explanation, ...change });
      assert.match(found?.cause ?? "", expected);
    });
  }

  it("is the known fault, or the log's, where there is no rule", () => {
    const other = { ...explanation, type: "OAuthCallbackError" } as const;
    const cause = findCause(other);
    assert.equal(cause, null);
    const known = renderFindings({
      explanation: other,
      cause,
      same: "A fault.",
    });
    assert.match(known, /Cause\n {2}A fault\.\n/);
    assert.match(known, /What to do\n {2}the hint\n/);
    const unknown = renderFindings({ explanation: other, cause, same: null });
    assert.match(unknown, /The line of the log says more/);
  });

  it("comes with the timeline of the attempt", () => {
    const text = renderFindings({ explanation, cause: null, same: null });
    assert.match(
      text,
      /12:28:25 UTC {2}the sign-in began.*\n {2}2026-11-29 12:30:00 UTC {2}GET of callback with google: InvalidCheck/,
    );
  });
});
