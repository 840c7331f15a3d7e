import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { OAuthCallbackError } from "../errors/errors.ts";
import { createLog } from "./log.ts";
import { assertHidden, createLogger } from "../../testing/checks_testkit.ts";

const token = "s3cr3t-Token-With-Digits-0123456789abcdef";

function logStack(frames: readonly string[], secrets: string[] = []): string {
  let stack = "";
  const log = createLog(
    { error: (error) => stack = error.stack ?? "" },
    false,
    secrets,
  );
  const error = new Error("went wrong");
  error.stack = ["Error: went wrong", ...frames].join("\n");
  log.error(error);
  return stack;
}

describe("a stack trace in the log", () => {
  const kept = [
    "    at handle (file:///srv/app/dist/chunk-ABCDEFG1234567890xyz.js:10:5)",
    "    at async file:///srv/app/npm/core/lookup_session-DnJq12_-4.mjs:1:20345",
    "    at load (/var/task/entry.server-Bq3xY0aZk1WwT9.cjs:3:7)",
    "    at C:\\srv\\app\\chunk-ABCDEFG1234567890xyz.js:1:2",
    "    at read (src/routes/plugin@auth-0123456789abcdef.tsx:2:3)",
    "    at f (wasm/scrypt-0123456789abcdef01234.wasm:1:2)",
  ];

  for (const frame of kept) {
    it(`the file name and the line of "${frame.trim()}" are kept`, () => {
      assert.equal(logStack([frame]).split("\n")[1], frame);
    });
  }

  it("the file name of a module with a query is kept, and the query is hidden", () => {
    const line = logStack([
      `    at x (http://h/chunk-ABCDEFG1234567890xyz.js?t=${token}:1:2)`,
    ]);
    assert.match(line, /chunk-ABCDEFG1234567890xyz\.js\?t=\[redacted\]/);
  });

  const hidden = [
    `    at ${token} (file:///srv/app/index.js:1:2)`,
    `    at f (https://host/cb/${token}:1:2)`,
    `    at f (https://host/${token}/index.js:1:2)`,
    `    at f (https://user:${token}@host/index.js:1:2)`,
    `    at f (https://host/index.js?code=${token}:1:2)`,
    `    at f (data:text/javascript;base64,${token}:1:2)`,
    `    at ${token} ${token}`,
  ];
  for (const frame of hidden) {
    it(`the token in "${frame.trim()}" is still hidden`, () => {
      assertHidden([logStack([frame])], [token]);
    });
  }

  it("a known secret is hidden even in a file name", () => {
    const line = logStack(["    at f (/srv/chunk-hunter2.js:1:2)"], [
      "hunter2",
    ]);
    assertHidden([line], ["hunter2"]);
  });

  it("tokens in a message that looks like a frame are hidden", () => {
    const lines: string[] = [];
    const log = createLog(createLogger(lines), true, []);
    log.error(new Error(`x\n    at f (${token}.js:1:2)`));
    assertHidden(lines, [token]);
  });

  it("the public values that an error names are shown, and no secret among them", () => {
    const lines: string[] = [];
    const issuer = "https://op.example/0123-4567-89ab-cdef-0123";
    const log = createLog(createLogger(lines), true, ["hunter2"]);
    const error = new OAuthCallbackError(
      `not ${issuer} ${token} https://op.example/hunter2`,
    );
    error.shown = [
      issuer,
      token,
      "https://op.example/hunter2",
      "\n[auth] forged",
    ];
    log.error(error);
    assert.ok(lines.join().includes(issuer));
    assertHidden(lines, [token, "hunter2"]);
  });
});
