/**
 * For tests only: what tests of every kind look at. Answers, cookies, log lines
 * and unhandled rejections, and the three assertions about a refusal.
 *
 * @module
 */

import "../core/runtime/test_mode_testkit.ts";
import assert from "node:assert/strict";
import { mock } from "node:test";
import process from "node:process";
import { setImmediate } from "node:timers/promises";
import { inspect } from "node:util";
import type { AuthConfig } from "@latchkey/auth";

/** One line of the log. */
export interface LogLine {
  readonly level: "error" | "warn" | "debug";
  /** All arguments of the logger, with properties and causes, as one text. */
  readonly text: string;
}

/** Creates a logger that keeps its lines as texts, and with their levels. */
export function createLogger(
  lines: string[],
  log: LogLine[] = [],
): NonNullable<AuthConfig["logger"]> {
  const add = (level: LogLine["level"], text: string) => {
    lines.push(text);
    log.push({ level, text });
  };
  return {
    error: (error) => add("error", inspect(error, { depth: 10 })),
    warn: (code, message) => add("warn", `${code}: ${message}`),
    debug: (message, details) =>
      add("debug", `${message} ${inspect(details, { depth: 10 })}`),
  };
}

/** An answer from any source. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Reads a whole response. */
export async function toAnswer(response: Response): Promise<Answer> {
  const { status, headers } = response;
  return { status, headers, text: await response.text() };
}

/** Lists the cookies that an answer sets: name, value, and whether it deletes the cookie. */
export function readSetCookies(
  headers: Headers,
): { name: string; value: string; deletes: boolean }[] {
  return headers.getSetCookie().map((header) => {
    const [pair = ""] = header.split(";");
    const equals = pair.indexOf("=");
    return {
      name: pair.slice(0, equals),
      value: pair.slice(equals + 1),
      deletes: /; Max-Age=0(?:;|$)/.test(header),
    };
  });
}

/** What an app has that nobody may see, and the log that it might show in. */
export interface Hiding {
  readonly secret: string;
  readonly lines: readonly string[];
  readonly op?: { readonly clientSecret: string };
}

/**
 * Makes the three assertions of every test that expects a refusal: no session
 * was set; the one-time cookies of the transaction are cleared; the answer is
 * not cached and reveals no secret, nor does the log, and nothing was left
 * unhandled.
 */
export function assertRefused(
  answer: Pick<Answer, "headers" | "text">,
  { secret, lines, op }: Hiding,
  expected: {
    readonly clears?: readonly string[];
    readonly hides?: readonly string[];
  } = {},
): void {
  const cookies = readSetCookies(answer.headers);
  const sessions = cookies.filter((one) =>
    one.name.includes("latchkey.session") && !one.deletes
  );
  assert.deepEqual(sessions, [], "a session cookie was set");
  for (const name of expected.clears ?? []) {
    assert.ok(
      cookies.some((one) => one.name === name && one.deletes),
      `${name} was not cleared`,
    );
  }
  assert.match(answer.headers.get("cache-control") ?? "", /\bno-store\b/);
  const secrets = [
    secret,
    ...(op ? [op.clientSecret] : []),
    ...(expected.hides ?? []),
  ];
  const shown = [answer.text, inspect([...answer.headers]), ...lines];
  assertHidden(shown, secrets);
  assert.deepEqual(rejections, []);
}

/** Asserts that none of the texts contains one of the secrets. */
export function assertHidden(
  texts: readonly string[],
  secrets: readonly string[],
): void {
  for (const secret of secrets) {
    assert.notEqual(secret, "", "an empty secret is in every text");
    for (const text of texts) {
      assert.ok(!text.includes(secret), `${secret} shows in: ${text}`);
    }
  }
}

/** Codes, access, refresh and ID tokens of the test provider. */
const TOKENS = /\b(?:code|at|rt)-[0-9a-f]{32}|\beyJ[\w-]+\.[\w-]+/;

/** Asserts that no text contains a code or a token of the test provider. */
export function assertNoToken(...texts: readonly string[]): void {
  for (const text of texts) assert.doesNotMatch(text, TOKENS);
}

/** Every unhandled rejection and exception since the process began. */
export const rejections: unknown[] = [];
process.on("unhandledRejection", (reason) => void rejections.push(reason));
process.on("uncaughtException", (error) => void rejections.push(error));
// `deno test` notifies only this listener, which Node does not have.
globalThis.addEventListener?.(
  "unhandledrejection",
  ({ reason }) => void rejections.push(reason),
);

/** Asserts that there was no unhandled rejection. */
export async function assertNoRejections(): Promise<void> {
  await setImmediate();
  await setImmediate();
  assert.deepEqual(rejections, []);
}

/**
 * Restores real time and checks for left-over rejections; for use in
 * `afterEach`.
 */
export async function endTest(): Promise<void> {
  mock.timers.reset();
  await assertNoRejections();
}

/** Waits for a condition in real time, even if the clock is mocked. */
export async function until(isTrue: () => boolean): Promise<void> {
  const start = performance.now();
  while (!isTrue()) {
    assert.ok(performance.now() - start < 20_000, `${isTrue} never came true`);
    await setImmediate();
  }
}

/** Creates a promise that a test settles when it wants to. */
export function defer<T = void>(): {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
} {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<T>((keep, fail) => {
    resolve = keep;
    reject = fail;
  });
  return { promise, resolve, reject };
}
