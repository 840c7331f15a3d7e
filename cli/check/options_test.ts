import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkApplication } from "./check.ts";
import { withApplication } from "./fixtures_testkit.ts";
import type { Report } from "./report.ts";

const now = Date.UTC(2026, 10, 22);

/** Checks an application of one file that imports a package. */
function check(name: string, code: string): Promise<Report> {
  const dependencies = { [name]: "1", "passport-local": "1" };
  const files = {
    "package.json": `${JSON.stringify({ dependencies }, null, 2)}\n`,
    "app.js": `import { x } from "${name}";\n${code}\n`,
  };
  return withApplication(files, (dir) => checkApplication(dir, now));
}

/** The options of the bridge in the diff, one line each, without notes. */
async function readOptions(name: string, code: string): Promise<string[]> {
  const { diff } = await check(name, code);
  return [...diff.matchAll(/^\+ {8}([\w.].*)$/gm)].map(([, line = ""]) => line);
}

const secret = "a secret of the old application: 32 characters";

describe("the options of the bridge in the diff", () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    [
      "express-session",
      `use(session({ secret: [process.env.NEW, process.env["OLD"]], name: "sid",
        store, cookie: { domain: ".shop.example", secure: isLive, maxAge: 1 } }))`,
      [
        "secret: [process.env.NEW, process.env.OLD],",
        "store: TODO,",
        'name: "sid",',
        'cookie: { domain: ".shop.example", secure: TODO },',
        "user: TODO,",
      ],
    ],
    [
      "express-session",
      `use(session({ ...config, secret: read() }))`,
      ["secret: TODO,", "store: TODO,", "user: TODO,", "...TODO,"],
    ],
    [
      "express-session",
      `use(session(config))`,
      [
        "secret: process.env.SESSION_SECRET,",
        "store: TODO,",
        "user: TODO,",
        "...TODO,",
      ],
    ],
    [
      "iron-session",
      `const login = ({ name, password }) => x; const o = { password: { 1: process.env.A, 2: process.env.B },
        cookieName: NAME, ttl: 60 * 60, cookieOptions: { maxAge: undefined, httpOnly: true } };`,
      [
        "password: { 1: process.env.A, 2: process.env.B },",
        "cookieName: TODO,",
        "ttl: 60 * 60,",
        "cookieOptions: { maxAge: undefined },",
        "user: TODO,",
      ],
    ],
    [
      "express-openid-connect",
      `use(auth({ secret: "${secret}", backchannelLogout: true, session: { store,
        name: 's', rolling: false, absoluteDuration: days * 86400, cookie: { transient: true } } }))`,
      [
        "secret: process.env.SECRET,",
        'provider: "oidc",',
        "name: 's',",
        "rolling: false,",
        "absoluteDuration: TODO,",
        "store: TODO,",
        "cookie: { transient: true },",
        "logoutStore: TODO,",
      ],
    ],
    [
      "better-auth",
      `import { database } from "./db.js";
      betterAuth({ database, secondaryStorage: redis(), session: { modelName: "sessions" },
        advanced: { cookiePrefix: "shop", crossSubDomainCookies: { enabled: true, domain: "shop.example" } } })`,
      [
        "secret: process.env.BETTER_AUTH_SECRET,",
        "database: TODO,",
        "secondaryStorage: TODO,",
        'cookiePrefix: "shop",',
        'domain: "shop.example",',
        'session: { modelName: "sessions" },',
      ],
    ],
    [
      "better-auth",
      `betterAuth({ socialProviders: {}, secret: "short", session: { cookieCache: { version: "2" } } })`,
      [
        "secret: process.env.BETTER_AUTH_SECRET,",
        "allowShortSecret: true,",
        "userId: TODO,",
        'version: "2",',
      ],
    ],
    [
      "passport",
      `use(session({ secret: "${secret}", saveUninitialized: false })); passport.serializeUser(x);`,
      [
        "secret: process.env.SESSION_SECRET,",
        "store: TODO,",
        "deserializeUser: TODO,",
      ],
    ],
  ];
  for (const [i, [name, code, wanted]] of cases.entries()) {
    it(`they are those of the old configuration, or asked for: ${name}, ${i}`, async () => {
      assert.deepEqual(await readOptions(name, code), wanted);
    });
  }

  it("a secret that is written in the code is in neither the diff nor the report", async () => {
    for (const text of ["hunter2", secret]) {
      const code = `betterAuth({ database, secret: "${text}" })`;
      const report = JSON.stringify(await check("better-auth", code));
      assert.ok(!report.includes(text));
      assert.match(report, /move it to BETTER_AUTH_SECRET/);
      const list = `session({ store, secret: [process.env.A, "${text}"] })`;
      const rows = JSON.stringify(await check("express-session", list));
      assert.ok(!rows.includes(text));
      assert.match(rows, /secret: TODO/);
    }
  });

  it("the Auth.js family gets its cookie's name, and a new secret for a short one", async () => {
    const code =
      `import "@auth/express";\nexport default ExpressAuth({\n  secret: "short",\n  cookies: { sessionToken: { name: "s" } },\n  providers: [],\n});`;
    const { diff, findings } = await check("@auth/express", code);
    assert.match(
      diff,
      /fromAuthJs\(\{ secret: process\.env\.OLD_AUTH_SECRET, allowShortSecret: true, cookieName: "s" \}\)/,
    );
    assert.match(JSON.stringify(findings), /move it to OLD_AUTH_SECRET/);
  });
});

describe("what the diff cannot contain", () => {
  it("options without a counterpart in the bridge are named", async () => {
    const { findings } = await check(
      "better-auth",
      "betterAuth({ database, socialProviders: { microsoft: { tenantId: 1 } }, session: { expiresIn: 1 }, plugins: [genericOAuth()] })",
    );
    const names = findings.map(({ name }) => name);
    for (const name of ["tenantId", "genericOAuth", "expiresIn"]) {
      assert.ok(names.includes(name), name);
    }
    const rows = await check("express-session", "session({ maxAge: 1 })");
    assert.ok(rows.findings.some(({ name }) => name === "maxAge"));
  });

  it("options that the library would name at the start are named", async () => {
    const { findings } = await check(
      "@auth/core",
      'Auth(request, { jwt: { verificationOptions: {} }, providers: [{ id: "x", type: "oauth", requestTokenUrl: "https://x.example" }] })',
    );
    const texts = findings.filter(({ kind }) => kind === "option")
      .map(({ name, verdict, change }) => `${verdict} ${name}: ${change}`);
    assert.deepEqual(texts, [
      "change jwt.verificationOptions: Remove it.",
      "person requestTokenUrl: There is no OAuth 1, use the provider's OAuth 2.",
    ]);
  });

  it("a provider that needs a decision is not in the new file", async () => {
    const { diff } = await check(
      "better-auth",
      "betterAuth({ database, socialProviders: { microsoft: {}, github: {} } })",
    );
    assert.match(diff, /providers: \[Github\]/);
  });

  it("packages that the code still imports stay in package.json, and a note names them", async () => {
    const { diff, notes } = await check("passport", "");
    assert.match(diff, /^[+ ] {4}"passport": "1"/m);
    assert.match(diff, /^-.*"passport-local": "1"/m);
    assert.match(notes.join(), /still imports passport:/);
  });
});
