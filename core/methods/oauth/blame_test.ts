import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { Claims } from "@latchkey/auth/testing";
import {
  type App,
  type AppOptions,
  approach,
  assertCallbackRefused,
  createApp,
  pressButton,
} from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";

afterEach(endTest);

/** A tenant id in a path looks like a token to the log's redaction. */
const issuer = "https://op.example/8eaef023-2b34-4da1-9baa-8bc8c9d6a490/v2.0";
const other = "https://op.example/aus1a2b3c4d5e6f7g8h9i0/oauth2";

function namesBoth(received: string, expected: string): RegExp {
  const [a, b] = [received, expected].map((one) => one.replace(/\./g, "\\."));
  return new RegExp(`names the issuer "${a}", but "${b}" was expected`);
}

async function refuseCallback(
  change: (params: URLSearchParams) => void,
  log: RegExp,
  options: AppOptions = {},
): Promise<App> {
  const flow = await createApp(options);
  flow.op.faults.callback = change;
  const browser = flow.createBrowser();
  const callback = await approach(browser);
  await assertCallbackRefused(flow, browser, callback, {
    error: "OAuthCallbackError",
    log,
  });
  assert.equal(flow.op.count("token"), 0);
  const said = flow.log.map(({ text }) => text).join("\n");
  assert.doesNotMatch(said, /The token endpoint of provider/);
  return flow;
}

describe("an authorization response without one code", () => {
  const rows: readonly [string, (params: URLSearchParams) => void, RegExp][] = [
    ["no code", (params) => params.delete("code"), /has no `code`/],
    ["an empty code", (params) => params.set("code", ""), /has no `code`/],
    [
      "two codes",
      (params) => params.append("code", "planted"),
      /has 2 `code` parameters/,
    ],
  ];
  for (const [name, change, log] of rows) {
    for (const type of ["oidc", "oauth"] as const) {
      it(`the error names the authorization response if it has ${name} (${type})`, async () => {
        await refuseCallback(
          change,
          log,
          type === "oidc" ? {} : {
            toEntry: (op) => ({ ...op.provider(), type: "oauth" }) as never,
          },
        );
      });
    }
  }

  it("a response with two codes is refused before the application's own token request", async () => {
    let asked = 0;
    const token = {
      request: () => {
        asked++;
        return Promise.resolve({ tokens: {} });
      },
    };
    await refuseCallback(
      (params) => params.append("code", "planted"),
      /has 2 `code` parameters/,
      { entry: { token } as never },
    );
    assert.equal(asked, 0);
  });
});

describe("an error about an unexpected issuer", () => {
  it("an unexpected issuer in discovery is named", async () => {
    const flow = await createApp({ op: { issuer } });
    const body = (json: Claims) => ({ ...json, issuer: other });
    flow.op.faults.discovery = { body };
    await pressButton(flow.createBrowser(), { target: "/" });
    assert.match(flow.log.at(-1)?.text ?? "", namesBoth(other, issuer));
  });

  it("an unexpected issuer in the callback is named", async () => {
    await refuseCallback(
      (params) => params.set("iss", other),
      namesBoth(other, issuer),
      { op: { issuer } },
    );
  });

  it("an unexpected issuer in the ID token is named, without naming the token endpoint", async () => {
    const flow = await createApp({ op: { issuer } });
    const claims = (right: Claims) => ({ ...right, iss: other });
    flow.op.faults.idToken = { claims };
    const browser = flow.createBrowser();
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "OAuthCallbackError",
      log: namesBoth(other, issuer),
    });
    const said = flow.log.map(({ text }) => text).join("\n");
    assert.doesNotMatch(said, /The token endpoint of provider/);
  });

  it("an issuer that cannot be a name forges no log line and shows no token", async () => {
    const token = "s3cr3t-Token-With-Digits-0123456789abcdef";
    const flow = await refuseCallback(
      (params) => params.set("iss", `x\n[auth] ${token}`),
      /names the issuer "x \[auth\] \[redacted\]"/,
    );
    assert.ok(!flow.log.some(({ text }) => text.includes(token)));
  });
});
