import assert from "node:assert/strict";
import { describe, it, mock } from "node:test";
import { inspect } from "node:util";
import { Auth } from "@latchkey/auth";
import { ConfigurationError, OAuthCallbackError } from "../errors/errors.ts";
import { randomText } from "../crypto/random.ts";
import { toDocs } from "../errors/docs.ts";
import { createLog, createRedactor } from "./log.ts";
import {
  type App,
  app,
  cookieName,
  cookieValue,
  createApp,
  readCsrfToken,
  readSession,
  signIn,
  signOut,
  toRequest,
} from "../../testing/app_testkit.ts";
import { assertHidden, createLogger } from "../../testing/checks_testkit.ts";
import { mint, plant } from "../session/session_testkit.ts";

/** Captures the console's output while something runs, by level. */
async function captureConsole(
  run: () => void | Promise<void>,
): Promise<string[]> {
  const levels = ["error", "warn", "debug", "log", "info"] as const;
  const mocks = levels.map((level) => mock.method(console, level, () => {}));
  try {
    await run();
    return mocks.flatMap((one) =>
      one.mock.calls.map((call) =>
        call.arguments.map((part) =>
          typeof part === "string" ? part : inspect(part)
        ).join(" ")
      )
    );
  } finally {
    for (const one of mocks) one.mock.restore();
  }
}

/** Collects every secret that passed through a site and its provider. */
function collectSecrets(site: App): string[] {
  const { requests } = site.op;
  const forms = requests.flatMap(({ form }) => [...form?.entries() ?? []]);
  const queries = requests.flatMap(({ url }) => [...new URL(url).searchParams]);
  const secret = ["code", "code_verifier", "state", "nonce", "client_secret"];
  const sent = [...forms, ...queries]
    .filter(([name]) => secret.includes(name)).map(([, value]) => value);
  const tokens = requests.flatMap(({ headers }) =>
    headers.authorization?.split(" ").slice(1) ?? []
  );
  const cookies = site.browser.cookies(app).map(({ value }) => value);
  return [site.secret, site.op.clientSecret, ...sent, ...tokens, ...cookies];
}

describe("the log", () => {
  it("the log of a whole visit, and of every fault, contains no secret at any level [A06, 4.17]", async () => {
    const site = await createApp();
    const secrets: string[] = [await readCsrfToken(site.browser)];
    const keep = () => secrets.push(...collectSecrets(site));
    await signIn(site.browser, { target: "/x?token=1" });
    await readSession(site.browser);
    keep();
    const signed = site.browser.clone();
    await signOut(site.browser);
    keep();
    for (const { value } of signed.cookies(app)) secrets.push(value);
    const faults = [
      { token: { status: 500, body: "oh" } },
      { token: { error: "invalid_client", description: site.op.clientSecret } },
      { token: { error: "invalid_grant", description: site.secret } },
      { token: { reset: true } },
      { idToken: { sign: "foreign" } },
      { idToken: { raw: "a.b.c" } },
      { userinfo: { status: 500 } },
      {
        authorize: { error: "server_error", description: site.op.clientSecret },
      },
      { callback: (params: URLSearchParams) => params.set("iss", "x") },
      { jwks: { status: 404 } },
    ] as const;
    for (const fault of faults) {
      const page = await site.browser.goto(`${app}/auth/signin?another=1`);
      const stopAt = (url: string) => url.includes("/callback/");
      Object.assign(site.op.faults, fault);
      const { pending = "" } = await site.browser.submit(page, { stopAt });
      keep();
      secrets.push(...new URL(pending).searchParams.getAll("code"));
      await site.browser.goto(pending);
      keep();
      site.op.reset();
    }
    const long = [...new Set(secrets)].filter((one) => one.length > 8);
    assert.ok(long.length > 50, `${long.length}`);
    assert.ok(site.lines.length > 5);
    assertHidden(site.lines, long);
  });

  it("known secrets are hidden wherever an error contains them [4.17]", () => {
    const lines: string[] = [];
    const secrets = ["short1", "correct horse battery staple"];
    const log = createLog(createLogger(lines), true, secrets);
    for (const secret of secrets) {
      const cause = new Error(`inner ${secret}`, {
        cause: new Error(`innermost ${secret}`),
      });
      const error = new OAuthCallbackError(`outer ${secret}`, { cause });
      error.code = secret;
      error.name = secret;
      log.error(error, "ref");
      log.warn("theme", `warn ${secret}`);
      log.debug(`debug ${secret}`, { fact: secret, deep: { fact: secret } });
    }
    assert.equal(lines.length, 6);
    assertHidden(lines, secrets);
    assert.match(lines.join("\n"), /outer \[redacted\]/);
    assert.match(lines.join("\n"), /innermost \[redacted\]/);
  });

  it("texts in a URL that look like a token, a query or a password are hidden [4.17]", () => {
    const redact = createRedactor([]);
    const hidden: [string, string][] = [
      [`token ${randomText(32)}1x`, "token [redacted]"],
      [
        "https://op.example/cb?code=abc&state=def",
        "https://op.example/cb?code=[redacted]&state=[redacted]",
      ],
      [
        "smtps://user:pass@mail.example:465",
        "smtps://[redacted]@mail.example:465",
      ],
      ["postgres://u:p%40@db/x", "postgres://[redacted]@db/x"],
    ];
    for (const [text, expected] of hidden) {
      assert.equal(redact(text), expected);
    }
    const jwt = [{ alg: "RS256" }, { sub: "user-1", n: 1 }]
      .map((part) => btoa(JSON.stringify(part))).join(".") +
      `.${randomText(64)}`;
    assertHidden([redact(`got ${jwt}`)], jwt.split(".").slice(1));
    const shown = [
      "ProviderUnavailable",
      "at file:///srv/app/node_modules/some-long-package-name/index.js:10:5",
      "The session is 6000 characters, over 5500.",
      "https://op.example/.well-known/openid-configuration",
    ];
    for (const text of shown) assert.equal(redact(text), text);
  });

  it("the name of a variable is shown, although it is long and has a digit", () => {
    const redact = createRedactor([]);
    const name = "AUTH_AZURE_AD_B2C_TENANT";
    assert.equal(redact(`set ${name}.`), `set ${name}.`);
    for (const text of [name.toLowerCase(), `${name}+x`, `x${name}`]) {
      assert.ok(!redact(`got ${text}`).includes(text), text);
    }
  });

  it("no secret is cut in two so that a part shows [4.17]", () => {
    const secret = "a secret in plain words";
    const redact = createRedactor([secret]);
    for (let before = 3970; before < 4005; before++) {
      const text = redact(".".repeat(before) + secret + ".".repeat(100));
      assert.doesNotMatch(text, /a secret/, `${before}`);
      assert.ok(text.length <= 4010);
    }
  });

  it("foreign text is logged as one short line [4.17]", () => {
    const lines: string[] = [];
    const log = createLog(
      {
        error: (error) => {
          lines.push(
            error.message,
            error.name,
            `${Reflect.get(error, "code")}`,
          );
          const { cause, stack = "" } = error;
          if (cause instanceof Error) lines.push(cause.message);
          lines.push(
            ...stack.split("\n").filter((line) => line.includes("[auth]")),
          );
        },
        warn: (_, message) => lines.push(message),
        debug: (message) => lines.push(message),
      },
      true,
      [],
    );
    const forged =
      "x\n[auth][info] ok\r\n[auth] ok\u2028[auth] ok\u202e\u2067\u0085\x1b[31m\0";
    const error = new OAuthCallbackError(forged, { cause: new Error(forged) });
    error.code = forged;
    log.error(error);
    log.warn("theme", forged);
    log.debug(forged);
    log.error(new Error("x".repeat(1_000_000)));
    assert.ok(lines.length > 6);
    // deno-lint-ignore no-control-regex -- control characters are what it looks for
    const signs = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;
    for (const line of lines) {
      assert.doesNotMatch(line, signs);
      assert.ok(line.length <= 4100, `${line.length}`);
    }
    for (const line of lines.filter((one) => one.includes("[auth]"))) {
      assert.doesNotMatch(line, /^\s*\[auth\]/);
    }
  });

  it("foreign text forges no line on the console [4.17]", async () => {
    const forged = "x\n[auth][error] forged\n    at forged (file:1:1)";
    const log = createLog({}, true, []);
    const printed = await captureConsole(() => {
      log.error(new OAuthCallbackError(forged, { cause: new Error(forged) }));
      log.warn("theme", forged);
      log.debug(forged, { fact: forged });
    });
    assert.equal(printed.length, 3);
    const all = printed.flatMap((one) => one.split("\n"));
    assert.ok(!all.some((line) => line.startsWith("[auth][error] forged")));
    assert.ok(!all.some((line) => /^\s*at forged/.test(line)));
  });

  it("the console is used without a logger, and debug lines only on request", async () => {
    const error = new OAuthCallbackError("what went wrong");
    const say = (debug: boolean) => () => {
      const log = createLog({}, debug, []);
      log.error(error, "abcDEF_1", () => "Look at it.");
      log.warn("theme", "a warning");
      log.debug("details", { a: 1 });
    };
    const [line = "", ...quiet] = await captureConsole(say(false));
    assert.match(
      line,
      /^\[auth\]\[error\] OAuthCallbackError ref abcDEF_1: what went wrong\n {2}hint: /,
    );
    assert.match(line, /\n\s+at /);
    assert.deepEqual(quiet, [
      `[auth][warn][theme] a warning (${toDocs("theme")})`,
    ]);
    assert.equal((await captureConsole(say(true))).length, 3);
  });

  it("every mistake of a configuration has a line of its own", () => {
    const lines: string[] = [];
    const log = createLog(
      { error: ({ message }) => lines.push(message) },
      false,
      [],
    );
    log.error(new ConfigurationError(["one", "two"]));
    assert.deepEqual(lines, ["one\ntwo"]);
  });

  it("a logger that throws breaks no sign-in and no answer [F37]", async () => {
    const fail = () => {
      throw new Error("disk full");
    };
    const site = await createApp({
      config: {
        logger: { error: fail, warn: fail, debug: fail },
      },
    });
    assert.equal((await signIn(site.browser)).url, `${app}/`);
    plant(site.browser, await mint(site.secret));
    site.op.faults.token = { status: 500 };
    assert.match((await signIn(site.browser)).url, /ProviderUnavailable/);
    const broken = { ...site.config, secret: "short" };
    const answer = await Auth(toRequest(site.browser, "/auth/csrf"), broken);
    assert.equal(answer.status, 500);
  });

  it("an error in the log has the reference that the visitor sees", async () => {
    const site = await createApp({
      config: {
        callbacks: {
          signIn: () => false,
        },
      },
    });
    const page = await signIn(site.browser);
    const [, ref = ""] = /<code>([\w-]{58})<\/code>/.exec(page.text) ?? [];
    assert.ok(ref !== "" && site.lines.join("\n").includes(ref));
    assert.equal(cookieValue(site.browser, cookieName.session), "");
  });
});
