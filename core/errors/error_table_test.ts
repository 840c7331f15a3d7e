import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import {
  Auth,
  type AuthConfig,
  createMemoryStore,
  type Store,
} from "@latchkey/auth";
import type { AdapterUser, CredentialsConfig } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import * as classes from "@latchkey/auth/errors";
import type { FaultSwitches } from "@latchkey/auth/testing";
import { createBrowser } from "@latchkey/auth/testing";
import { errorTexts } from "./error_sentences.ts";
import { errorTable, type ErrorType } from "./error_table.ts";
import {
  type App,
  app,
  beCancelled,
  cookieName,
  createApp,
  readCsrfToken,
  signIn,
  toRequest,
} from "../../testing/app_testkit.ts";
import {
  assertHidden,
  assertRefused,
  readSetCookies,
  rejections,
  toAnswer,
} from "../../testing/checks_testkit.ts";
import { mint, plant } from "../session/session_testkit.ts";

afterEach(() => mock.timers.reset());

const rows = (Object.keys(errorTable) as ErrorType[]).map((type) =>
  [type, { ...errorTable[type], ...errorTexts[type] }] as const
);

/** Types that only functions of the application throw. */
const thrown = ["ConsentRequired", "NotConnected", "ReauthenticationRequired"];

function list(
  isMeant: (row: typeof rows[number][1], type: ErrorType) => boolean,
): ErrorType[] {
  return rows.filter(([type, row]) => isMeant(row, type)).map(([type]) => type);
}

/** Words that mean nothing to a visitor. */
const TECHNICAL =
  /\b(?:csrf|oauth|oidc|pkce|jwt|jwe|token|cookie|session|callback|nonce|state|header|api|http|json|provider|endpoint|stack|exception|undefined|null|database|AUTH_\w+|config\w*)\b/i;

describe("the error table", () => {
  // `docs/routes.md` has the status of each type that the browser may know, and
  // `docs/pages.md` those that lead to the sign-in page; tests compare them.
  it("shows the browser nothing of what the site did wrong", () => {
    const hidden = list((row, type) => !row.public && !thrown.includes(type));
    for (const type of hidden) {
      const { kind, status, log } = errorTable[type];
      assert.deepEqual([kind, status, log], ["error", 500, "error"], type);
    }
  });

  it("leaves what the application has to ask its user for to the application", () => {
    for (const [type, row] of rows.filter(([type]) => thrown.includes(type))) {
      assert.ok(!row.public && row.status < 500 && !row.isAttempt, type);
    }
  });

  it("answers with 503 if something that the library depends on is out of order", () => {
    assert.deepEqual(list((row) => row.isOutage === true), [
      "AdapterError",
      "Overloaded",
      "ProviderUnavailable",
      "StoreError",
    ]);
    assert.deepEqual(list((row) => !!row.isOutage && row.status !== 503), []);
  });

  it("logs mistakes of visitors as debug lines or warnings, and everything else as errors", () => {
    assert.deepEqual(list((row) => row.log === "warn"), [
      "CrossSiteRequest",
      "InvalidCheck",
      "MissingCSRF",
      "Verification",
    ]);
    assert.deepEqual(
      list((row) => (row.log === "error") !== (row.status >= 500)),
      // The application, its configuration or its provider may be the cause.
      [
        "AccessDenied",
        "OAuthCallbackError",
        "UntrustedHost",
        "WebAuthnVerificationError",
      ],
    );
  });

  it("counts no attempt to sign in where a request was refused before it tried anything", () => {
    assert.deepEqual(
      list((row) => row.kind === "direct" && row.isAttempt),
      ["Overloaded"],
    );
    assert.deepEqual(
      list((row, type) =>
        row.kind !== "direct" && !row.isAttempt && !thrown.includes(type)
      ),
      ["MissingCSRF"],
    );
  });

  for (const [type, row] of rows) {
    it(`the table has a text for visitors and one for operators for ${type}`, () => {
      const sentences = [row.sentence, ...Object.values(row.codes ?? {})];
      for (const sentence of sentences) {
        assert.match(sentence, /^[A-Z].{10,}[.]$/);
        assert.doesNotMatch(sentence, TECHNICAL);
      }
      assert.match(row.hint ?? "", /^[A-Z].{10,}[.]$/);
      for (const code of Object.keys(row.codes ?? {})) {
        assert.match(code, /^[A-Za-z0-9_-]{1,64}$/);
      }
    });
  }

  it("every type has a class with that type, page and status, in each form of the constructor", () => {
    type ErrorClass = new (...args: unknown[]) => classes.AuthError;
    const made = Object.entries(classes).map(([name, value]) => {
      const make = value as unknown as ErrorClass & {
        type: ErrorType;
        kind: string;
      };
      const error = name === "ConfigurationError" || name === "MethodNotAllowed"
        ? new make(["x"])
        : new make("x");
      const row = errorTable[error.type];
      assert.ok(error instanceof classes.AuthError && error instanceof Error);
      assert.equal(error.kind, row.kind);
      assert.equal(error.status, row.status);
      assert.equal(error.name, error.type);
      assert.deepEqual([make.type, make.kind], [error.type, error.kind]);
      return error.type;
    });
    // A class may share the type of its base class: visitors see no difference.
    assert.deepEqual([...new Set(made)].sort(), Object.keys(errorTable).sort());
  });
});

/** A request that causes an error, and the expected responses. */
interface Cause {
  readonly config?: Partial<AuthConfig>;
  /** Makes the request; may prepare the site. */
  readonly request: (site: App) => Promise<[path: string, init?: RequestInit]>;
  readonly faults?: FaultSwitches;
  /** The response is JSON whatever the Accept header. */
  readonly isData?: true;
  /** The page that shows it, if not the one of the table. */
  readonly page?: string;
  /** The text of that page in place of the table's sentence. */
  readonly shown?: string;
  readonly code?: string;
}

/** Makes a form of the site itself, with its token. */
async function toForm(
  site: App,
  fields: Record<string, string> = {},
): Promise<RequestInit> {
  const csrfToken = await readCsrfToken(site.browser);
  return {
    method: "POST",
    headers: { origin: app, "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ csrfToken, ...fields }),
  };
}

/** Returns the callback URL of a sign-in that came back from the provider. */
async function toCallback({ browser }: App): Promise<[string]> {
  const page = await browser.goto(`${app}/auth/signin`);
  const held = await browser.submit(page, {
    stopAt: (url) => url.startsWith(`${app}/auth/callback`),
  });
  const { pathname, search } = new URL(held.pending ?? "");
  return [pathname + search];
}

const broken = (name: "set" | "get" | "compareAndSet"): Store => ({
  ...createMemoryStore(),
  [name]: () => Promise.reject(new Error("the store is down")),
});
const fail = (): never => {
  throw new Error("of the host");
};

/** A site with a form of its own. */
function toCredentials(
  authorize: CredentialsConfig["authorize"],
): Partial<AuthConfig> {
  return { providers: [{ id: "password", type: "credentials", authorize }] };
}

/** A site with an adapter, optionally with one stored user. */
function toUsers(user?: AdapterUser): Partial<AuthConfig> {
  const adapter = createMemoryAdapter();
  if (user !== undefined) adapter.createUser(user);
  return { adapter };
}

async function withSession(site: App, path: string): Promise<[string]> {
  plant(site.browser, await mint(site.secret));
  return [path];
}

/** A site with sign-in by mail. */
function toMail(isBroken = false): Partial<AuthConfig> {
  const sendMail = isBroken ? fail : () => {};
  const from = "sign-in@app.example";
  return { providers: [{ id: "email", type: "email", from, sendMail }] };
}

/** A real request for every type that a request can cause. */
const causes: Partial<Record<ErrorType, readonly Cause[]>> = {
  AccessDenied: [
    { config: { callbacks: { signIn: () => false } }, request: toCallback },
    { config: { callbacks: { signIn: fail } }, request: toCallback },
    { config: { callbacks: { jwt: () => null } }, request: toCallback },
  ],
  AdapterError: [{
    config: { adapter: { ...createMemoryAdapter(), getUserByAccount: fail } },
    request: toCallback,
  }, {
    config: { adapter: { ...createMemoryAdapter(), getSessionAndUser: fail } },
    request: (site) => withSession(site, "/auth/session"),
    isData: true,
  }],
  AuthError: [{
    config: { callbacks: { redirect: fail } },
    request: async (site) => ["/auth/signin/op", await toForm(site)],
  }],
  CallbackRouteError: [{
    config: { callbacks: { jwt: ({ token }) => ({ ...token, n: 1n }) } },
    request: toCallback,
  }],
  CredentialsSignin: [{
    config: toCredentials(() => null),
    request: async (site) => ["/auth/callback/password", await toForm(site)],
    code: "credentials",
  }, {
    config: toCredentials(() => {
      throw new classes.CredentialsSignin({ code: "locked" });
    }),
    request: async (site) => ["/auth/callback/password", await toForm(site)],
    code: "locked",
  }],
  CrossSiteRequest: [{
    request: async (site) => [
      "/auth/signin/op",
      { ...await toForm(site), headers: { origin: "https://evil.example" } },
    ],
  }, {
    request: async (site) => [
      "/auth/signout",
      { ...await toForm(site), headers: { "sec-fetch-site": "cross-site" } },
    ],
  }],
  EmailSignInError: [{
    config: toMail(true),
    code: "unsure",
    request: async (site) => [
      "/auth/signin/email",
      await toForm(site, { email: "ada@example.test" }),
    ],
  }],
  InvalidAddress: [{
    config: toMail(),
    request: async (site) => [
      "/auth/signin/email",
      await toForm(site, { email: "ada@example.test, eve@evil.example" }),
    ],
  }],
  InvalidCheck: [
    { request: () => Promise.resolve(["/auth/callback/op?code=x&state=y"]) },
    { request: () => Promise.resolve(["/auth/callback/op"]) },
  ],
  InvalidProvider: [
    { request: () => Promise.resolve(["/auth/signin/nobody"]) },
    { request: () => Promise.resolve(["/auth/callback/nobody?code=x"]) },
  ],
  InvalidRequest: [{
    request: () =>
      Promise.resolve(["/auth/signin/op", {
        method: "POST",
        body: "{",
        headers: { "content-type": "application/json" },
      }]),
  }],
  LastAccount: [{
    config: toUsers(),
    request: async (site) => {
      await signIn(site.browser);
      return ["/auth/unlink/op", await toForm(site)];
    },
  }],
  MethodNotAllowed: [{
    request: () => Promise.resolve(["/auth/signout", { method: "DELETE" }]),
  }],
  MissingCSRF: [{
    request: () => Promise.resolve(["/auth/signin/op", { method: "POST" }]),
  }, {
    request: () => Promise.resolve(["/auth/signout", { method: "POST" }]),
    page: "/auth/signout",
    // Signing out in a tab that outlived the session counts as done.
    shown: "You’re signed out",
  }],
  OAuthAccountNotLinked: [{
    config: toUsers({
      id: "user-0",
      email: "ada@example.com",
      emailVerified: null,
    }),
    request: toCallback,
  }],
  OAuthCallbackError: [
    { faults: { idToken: { sign: "foreign" } }, request: toCallback },
    {
      faults: { authorize: { error: "access_denied" } },
      request: toCallback,
      code: "access_denied",
    },
    { faults: { authorize: { error: "x" } }, request: toCallback },
  ],
  OAuthProfileParseError: [{
    request: async (site) => {
      const [provider] = site.config
        .providers as unknown as { profile?: unknown }[];
      if (provider !== undefined) provider.profile = fail;
      return await toCallback(site);
    },
  }],
  Overloaded: [{
    config: toCredentials(() => {
      throw new classes.Overloaded("too much", 5);
    }),
    request: async (site) => ["/auth/callback/password", await toForm(site)],
  }],
  PayloadTooLarge: [{
    request: () =>
      Promise.resolve(["/auth/signin/op", {
        method: "POST",
        body: new URLSearchParams({ x: "x".repeat(70_000) }),
      }]),
  }],
  ProviderUnavailable: [
    { faults: { token: { status: 503 } }, request: toCallback },
    {
      faults: { discovery: { status: 500 } },
      request: async (site) => ["/auth/signin/op", await toForm(site)],
    },
  ],
  RateLimited: [{
    config: {
      clientAddress: () => "203.0.113.7",
      limits: { callback: { address: 1 } },
    },
    request: async (site) => {
      const first = await beCancelled(site.browser);
      await Auth(toRequest(site.browser, first), site.config);
      return [await beCancelled(site.browser)];
    },
  }],
  SessionError: [
    {
      config: { callbacks: { jwt: fail } },
      request: (site) => withSession(site, "/auth/session"),
      isData: true,
    },
    { config: { callbacks: { jwt: fail } }, request: toCallback },
  ],
  SessionTooLarge: [{
    config: { callbacks: { jwt: () => ({ more: "x".repeat(9000) }) } },
    request: toCallback,
  }],
  SignInError: [{
    config: toCredentials(() => {
      throw new classes.SignInError("of the host");
    }),
    request: async (site) => ["/auth/callback/password", await toForm(site)],
  }],
  SignInRequired: [{
    config: toUsers(),
    request: async (site) => ["/auth/link/op", await toForm(site)],
  }],
  SignOutError: [{
    config: { store: broken("set") },
    request: async (site) => {
      plant(site.browser, await mint(site.secret));
      return ["/auth/signout", await toForm(site)];
    },
  }],
  StoreError: [
    {
      config: { store: broken("get") },
      request: (site) => withSession(site, "/auth/session"),
      isData: true,
    },
    { config: { store: broken("compareAndSet") }, request: toCallback },
  ],
  UnknownAction: [
    { request: () => Promise.resolve(["/auth/nothing"]) },
    { request: () => Promise.resolve(["/auth/signin/op/more"]) },
  ],
  Verification: [{
    config: toMail(),
    request: () =>
      Promise.resolve(["/auth/callback/email?token=x&email=ada%40example"]),
  }, {
    config: toMail(),
    request: async (site) => [
      "/auth/callback/email",
      await toForm(site, { token: "x", email: "ada@example.test" }),
    ],
  }],
};

/** Types that no request to a running site can cause. */
const elsewhere: ErrorType[] = [
  "AccountNotLinked",
  "Configuration",
  // Thrown to the application only; the tests of kept tokens cause them.
  "ConsentRequired",
  "EventError",
  // The tests of step-up cause it.
  "InsufficientAuthentication",
  // The tests of passwords cause them.
  "InvalidField",
  "InvalidPassword",
  "NotConnected",
  "ReauthenticationRequired",
  // The tests of second factors cause it.
  "SecondFactorError",
  "UntrustedHost",
  "WebAuthnVerificationError",
];

type ErrorLine = Error & { type?: string; code?: string; ref?: string };
/** One call of the logger: errors, and the details of debug lines. */
interface Line {
  readonly type: string;
  readonly ref: string | undefined;
  readonly hint: unknown;
}

/** Runs a cause on a fresh site, in one mode. */
async function run(cause: Cause, headers: Record<string, string>) {
  const log: Line[] = [];
  const texts: string[] = [];
  const site = await createApp({
    config: {
      ...cause.config,
      logger: {
        error: (error) => {
          const { type = "", ref, hint } = error as ErrorLine & {
            hint?: string;
          };
          texts.push(`${error.stack} ${error.cause}`);
          log.push({ type, ref, hint });
        },
        warn: (_code, message) => void texts.push(message),
        debug: (message, details) => {
          const { ref, hint } = (details ?? {}) as {
            ref?: string;
            hint?: string;
          };
          texts.push(message);
          log.push({ type: message.split(":")[0] ?? "", ref, hint });
        },
      },
    },
  });
  Object.assign(site.op.faults, cause.faults);
  const [path, init = {}] = await cause.request(site);
  log.length = 0;
  const all = { ...Object.fromEntries(new Headers(init.headers)), ...headers };
  const request = toRequest(site.browser, path, { ...init, headers: all });
  const answer = await toAnswer(await Auth(request, site.config));
  assertRefused(answer, { ...site, lines: texts });
  assert.equal(log.length, 1, JSON.stringify(log));
  const [line] = log as [Line];
  assert.match(line.ref ?? "", /^[\w-]{58}$/);
  return { site, answer, line };
}

const browserHeaders = {
  accept: "text/html,application/xhtml+xml,*/*;q=0.8",
  "sec-fetch-mode": "navigate",
};

for (const [type, row] of rows) {
  for (const [i, cause] of (causes[type] ?? []).entries()) {
    const shown = row.public ? type : "Configuration";
    const sentence = row.codes?.[cause.code ?? ""] ?? row.sentence;
    const name = `${type} (${i + 1})`;
    const page = cause.page ??
      (row.kind === "signIn" ? "/auth/signin" : "/auth/error");

    it(`a browser gets ${name} as its page, with its sentence and the reference of the log [4.4, 4.17]`, async () => {
      const { site, answer, line } = await run(cause, browserHeaders);
      assert.equal(line.type, type);
      assert.equal(line.hint, row.hint);
      if (cause.isData) {
        assert.equal(answer.status, row.status);
        assert.equal(JSON.parse(answer.text).error, shown);
        return;
      }
      if (row.kind === "direct") {
        assert.equal(answer.status, row.status);
        assert.ok(answer.text.includes(row.sentence));
        assert.ok(answer.text.includes(`<code>${line.ref}</code>`));
        return;
      }
      assert.equal(answer.status, 303);
      const url = new URL(answer.headers.get("location") ?? "");
      assert.equal(url.origin + url.pathname, app + page);
      assert.equal(url.searchParams.get("error"), shown);
      assert.equal(url.searchParams.get("code"), cause.code ?? null);
      const opened = await toAnswer(
        await Auth(new Request(url), site.config),
      );
      const said = cause.shown ?? sentence;
      assert.ok(opened.text.includes(toHtml(said)), opened.text);
      if (row.kind === "error") {
        assert.equal(opened.status, row.status);
        assert.ok(opened.text.includes(`<code>${line.ref}</code>`));
      }
    });

    it(`a script gets ${name} as an absolute URL with error and code`, async () => {
      const { answer } = await run(cause, {
        "x-auth-return-redirect": "1",
        accept: "*/*",
      });
      const body = JSON.parse(answer.text);
      if (cause.isData) {
        assert.equal(answer.status, row.status);
        assert.equal(body.error, shown);
        return;
      }
      const isDirect = row.kind === "direct";
      assert.equal(answer.status, isDirect ? row.status : 200);
      assert.deepEqual(Object.keys(body), ["url"]);
      const url = new URL(body.url);
      assert.equal(url.origin + url.pathname, app + page);
      assert.equal(url.searchParams.get("error"), shown);
      assert.equal(url.searchParams.get("code"), cause.code ?? null);
      assert.equal(answer.headers.get("location"), body.url);
    });

    it(`an API client gets ${name} as its status, with error, code, message and ref`, async () => {
      const { answer, line } = await run(cause, { accept: "application/json" });
      assert.equal(answer.status, row.status);
      assert.match(
        answer.headers.get("content-type") ?? "",
        /^application\/json/,
      );
      const { url, ...body } = JSON.parse(answer.text);
      assert.deepEqual(body, {
        error: shown,
        code: cause.code ?? null,
        message: sentence,
        ref: line.ref,
      });
      const isAsked = shown === "SignInRequired";
      assert.equal(
        url?.startsWith(`${app}/auth/signin?error=`) ?? false,
        isAsked,
      );
    });
  }
}

function toHtml(text: string): string {
  return text.replaceAll("'", "&#39;");
}

describe("error types that the table test causes elsewhere", () => {
  it("every type is caused in this file or in the next tests", () => {
    assert.deepEqual(
      rows.map(([type]) => type).filter((type) => causes[type] === undefined),
      elsewhere,
    );
  });

  it("UntrustedHost is answered at once, in each mode, without naming a URL", async () => {
    const modes: [Record<string, string>, RegExp][] = [
      [browserHeaders, /can’t be reached at this address/],
      [
        { accept: "application/json" },
        /^\{"error":"UntrustedHost","code":null/,
      ],
      [{ "x-auth-return-redirect": "1" }, /^\{"error":"UntrustedHost"/],
    ];
    for (const [headers, text] of modes) {
      const site = await createApp({ config: { trustHost: false } });
      const answer = await toAnswer(
        await Auth(
          new Request("https://evil.example/auth/signin", { headers }),
          site.config,
        ),
      );
      assert.equal(answer.status, 400);
      assert.match(answer.text, text);
      assert.doesNotMatch(answer.text, /evil\.example/);
      assertRefused(answer, site);
    }
  });

  it("Configuration is answered at once, in each mode, with the reference of the log", async () => {
    for (
      const headers of [
        browserHeaders,
        { accept: "application/json" },
        { "x-auth-return-redirect": "1" },
      ] as Record<string, string>[]
    ) {
      const refs: unknown[] = [];
      const answer = await toAnswer(
        await Auth(new Request(`${app}/auth/signin`, { headers }), {
          providers: [],
          secret: "short",
          logger: { error: (one) => refs.push((one as ErrorLine).ref) },
        }),
      );
      assert.equal(answer.status, 500);
      assert.equal(refs.length, 1);
      assert.ok(answer.text.includes(String(refs[0])));
      assertHidden([answer.text], ["short"]);
    }
  });

  it("EventError is logged and never shown", async () => {
    const site = await createApp({ config: { events: { signIn: fail } } });
    assert.equal((await signIn(site.browser)).url, `${app}/`);
    assert.match(site.lines.join("\n"), /EventError/);
  });
});

describe("pages of the application", () => {
  const own: [string, string][] = [
    ["/login", "/login?"],
    ["/login?lang=de", "/login?lang=de&"],
    ["/login?error=mine", "/login?"],
    [`${app}/login`, "/login?"],
    ["/login#form", "/login?"],
  ];

  it("a page gets error and callbackUrl of a failed sign-in, whatever its path looks like", async () => {
    for (const [path, start] of own) {
      const site = await createApp({ config: { pages: { signIn: path } } });
      const answer = await toAnswer(
        await Auth(
          new Request(`${app}/auth/signin/op?callbackUrl=/a%26b%3Dc`, {
            method: "POST",
          }),
          site.config,
        ),
      );
      const location = answer.headers.get("location") ?? "";
      assert.ok(location.startsWith(app + start), location);
      const url = new URL(location);
      assert.deepEqual(url.searchParams.getAll("error"), ["MissingCSRF"]);
      assert.equal(url.searchParams.get("callbackUrl"), `${app}/a&b=c`);
      assert.equal(
        url.searchParams.get("lang"),
        path.includes("lang") ? "de" : null,
      );
      assertRefused(answer, site);
    }
  });

  it("a page gets error, code and ref of other failures", async () => {
    for (const [path, start] of own) {
      const site = await createApp({
        config: {
          pages: { error: path.replace("login", "oops") },
          callbacks: { signIn: () => false },
        },
      });
      const [callback] = await toCallback(site);
      const answer = await toAnswer(
        await Auth(toRequest(site.browser, callback), site.config),
      );
      const location = answer.headers.get("location") ?? "";
      assert.ok(location.startsWith(app + start.replace("login", "oops")));
      const { searchParams } = new URL(location);
      assert.deepEqual(searchParams.getAll("error"), ["AccessDenied"]);
      assert.match(searchParams.get("ref") ?? "", /^[\w-]{58}$/);
      assertRefused(answer, site);
    }
  });

  it("a page gets each of the library's parameters as one value, whatever the value contains [4.4]", async () => {
    const evil = "a&next=https://evil.example#x=\r\nset-cookie: a=b";
    const query = new URLSearchParams({
      error: evil,
      code: evil,
      callbackUrl: evil,
    });
    const pages = { signIn: "/in?a=1", signOut: "/out?a=1", error: "/err?a=1" };
    const site = await createApp({ config: { pages } });
    for (
      const [path, to] of [["signin", "/in"], ["signout", "/out"], [
        "error",
        "/err",
      ]]
    ) {
      const answer = await toAnswer(
        await Auth(new Request(`${app}/auth/${path}?${query}`), site.config),
      );
      assert.equal(answer.status, 303);
      const url = new URL(answer.headers.get("location") ?? "");
      assert.equal(url.pathname, to);
      assert.equal(url.hash, "");
      assert.equal(url.searchParams.get("a"), "1");
      assert.equal(url.searchParams.get("next"), null);
      assert.equal(
        url.searchParams.get("error"),
        path === "signout" ? null : evil,
      );
      assert.deepEqual(readSetCookies(answer.headers), []);
    }
  });

  it("verify-request passes what its page knows on to the application's page, and is built in otherwise", async () => {
    const query = "?provider=mail&type=email&x=a%26b";
    const path = `/auth/verify-request${query}`;
    const own = await createApp({
      config: { pages: { verifyRequest: "/mail?a=1" } },
    });
    const sent = await Auth(new Request(app + path), own.config);
    assert.equal(
      sent.headers.get("location"),
      `${app}/mail?a=1&provider=mail&type=email`,
    );
    const built = await toAnswer(
      await Auth(new Request(app + path), (await createApp()).config),
    );
    assert.equal(built.status, 200);
    assert.match(built.text, /Check your email/);
    assert.doesNotMatch(built.text, /a&amp;b|provider/);
  });

  it("pages that cannot work are reported at start-up", async () => {
    const bad = ["login", "", "//evil.example", "javascript:alert(1)"];
    for (const path of bad) {
      for (const key of ["signIn", "signOut", "error", "verifyRequest"]) {
        const site = await createApp({ config: { pages: { [key]: path } } });
        const answer = await Auth(
          new Request(`${app}/auth/session`),
          site.config,
        );
        assert.equal(answer.status, 500, `${key} ${path}`);
      }
    }
  });

  const builtIn = ["signin", "signout", "error", "verify-request"];
  for (const key of ["signIn", "signOut", "error", "verifyRequest"]) {
    it(`${key} may name any built-in page without a redirect loop`, async () => {
      for (const path of builtIn) {
        for (const value of [`/auth/${path}`, `${app}/auth/${path}?x=1`]) {
          await assertNoLoop({ [key]: value });
        }
      }
    });
  }

  it("all four pages may name built-in pages, crosswise or in a ring, without a redirect loop", async () => {
    await assertNoLoop({
      signIn: "/auth/error",
      error: "/auth/signin",
      signOut: "/auth/verify-request",
      verifyRequest: "/auth/signout",
    });
    await assertNoLoop({
      signIn: "/auth/signout",
      signOut: "/auth/error",
      error: "/auth/verify-request",
      verifyRequest: "/auth/signin",
    });
    await assertNoLoop({
      signIn: "/auth/signin",
      signOut: "/auth/signout",
      error: "/auth/error",
      verifyRequest: "/auth/verify-request",
    });
  });

  /** Opens every page and fails a sign-in; asserts that each ends on a page. */
  async function assertNoLoop(pages: Record<string, string>): Promise<void> {
    const site = await createApp({
      config: {
        pages,
        callbacks: { signIn: () => false },
      },
    });
    for (const path of builtIn) {
      const page = await site.browser.goto(
        `${app}/auth/${path}?error=AccessDenied`,
      );
      assert.ok(page.redirects.length <= 2, `${path} ${JSON.stringify(pages)}`);
      assert.match(page.text, /^<!DOCTYPE html>/);
    }
    const failed = await Auth(
      new Request(`${app}/auth/signin/op`, { method: "POST" }),
      site.config,
    );
    const page = await site.browser.goto(failed.headers.get("location") ?? "");
    assert.ok(page.redirects.length <= 2);
    assert.match(page.text, /^<!DOCTYPE html>/);
    assert.deepEqual(rejections, []);
  }
});

describe("the client in the browser", () => {
  /** Headers that the client library of this family sends. */
  const headers = {
    "x-auth-return-redirect": "1",
    "content-type": "application/x-www-form-urlencoded",
  };

  it("scripts sign in and out with csrf, providers, signin, session, update and signout", async () => {
    const site = await createApp({
      config: {
        callbacks: {
          jwt: ({ token, trigger, session }) =>
            trigger === "update" ? { ...token, name: String(session) } : token,
        },
      },
    });
    const { browser } = site;
    const get = async (path: string) =>
      await (await browser.fetch(`${app}/auth/${path}`, {
        headers: { "content-type": "application/json" },
      })).json();
    const post = async (path: string, fields: Record<string, string>) => {
      const { csrfToken } = await get("csrf");
      const body = new URLSearchParams({ ...fields, csrfToken });
      const response = await browser.fetch(`${app}/auth/${path}`, {
        method: "POST",
        headers,
        body,
      });
      assert.equal(response.ok, true);
      return (await response.json()) as { url: string };
    };
    const { op } = await get("providers");
    assert.deepEqual(Object.keys(op).sort(), [
      "callbackUrl",
      "id",
      "name",
      "signinUrl",
      "type",
    ]);
    assert.equal(await get("session"), null);
    const { url } = await post("signin/op?", { callbackUrl: `${app}/here` });
    assert.equal(new URL(url).origin, site.op.origin);
    const page = await browser.goto(url, { from: `${app}/` });
    assert.equal(page.url, `${app}/here`);
    assert.equal((await get("session")).user.name, "Ada Lovelace");
    const { csrfToken } = await get("csrf");
    const updated = await browser.fetch(`${app}/auth/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ csrfToken, data: "Grace" }),
    });
    assert.equal((await updated.json()).user.name, "Grace");
    const out = await post("signout", { callbackUrl: `${app}/bye` });
    assert.equal(out.url, `${app}/bye`);
    assert.equal(await get("session"), null);
  });

  it("scripts read error and code of every failure with new URL(url).searchParams", async () => {
    const site = await createApp();
    const requests: [string, RequestInit, ErrorType][] = [
      ["signin/op", { method: "POST", headers }, "MissingCSRF"],
      ["signin/nobody", { method: "POST", headers }, "InvalidProvider"],
      ["signout", { method: "POST", headers }, "MissingCSRF"],
      ["callback/op", { headers }, "InvalidCheck"],
      ["nothing", { headers }, "UnknownAction"],
      ["signout", { method: "PUT", headers }, "MethodNotAllowed"],
      [
        "signout",
        {
          method: "POST",
          headers: { ...headers, origin: "https://x.example" },
        },
        "CrossSiteRequest",
      ],
      [
        "signin/op",
        { method: "POST", headers, body: "x=".padEnd(70_000, "x") },
        "PayloadTooLarge",
      ],
    ];
    for (const [path, init, error] of requests) {
      const answer = await toAnswer(
        await Auth(toRequest(site.browser, `/auth/${path}`, init), site.config),
      );
      const { kind, status } = errorTable[error];
      assert.equal(answer.status, kind === "direct" ? status : 200, path);
      const { searchParams } = new URL(JSON.parse(answer.text).url);
      assert.equal(searchParams.get("error"), error);
      assertRefused(answer, site);
    }
  });

  it("scripts get absolute URLs of the application's own pages", async () => {
    const site = await createApp({
      config: {
        pages: { signIn: "/login?a=1", error: "/oops" },
      },
    });
    for (
      const [path, to] of [["signin/op", "/login"], ["signin/nobody", "/oops"]]
    ) {
      const answer = await toAnswer(
        await Auth(
          toRequest(site.browser, `/auth/${path}`, { method: "POST", headers }),
          site.config,
        ),
      );
      const url = new URL(JSON.parse(answer.text).url);
      assert.equal(url.origin + url.pathname, app + to);
      assert.ok(url.searchParams.get("error"));
    }
  });

  it("an update that fails is not answered with ok, and keeps the session", async () => {
    const site = await createApp();
    plant(site.browser, await mint(site.secret));
    const response = await site.browser.fetch(`${app}/auth/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ csrfToken: "wrong", data: {} }),
    });
    assert.equal(response.ok, false);
    assert.equal((await response.json()).error, "MissingCSRF");
    assert.ok(site.browser.cookieHeader(app).includes(cookieName.session));
  });

  it("a script that asks for a page gets the page", async () => {
    const site = await createApp();
    const browser = createBrowser({ [app]: (one) => Auth(one, site.config) });
    const page = await browser.goto(
      `${app}/auth/signin?error=SessionRequired&callbackUrl=${app}/x`,
    );
    assert.equal(page.status, 200);
    assert.doesNotMatch(page.text, /SessionRequired|role="alert"/);
  });
});
