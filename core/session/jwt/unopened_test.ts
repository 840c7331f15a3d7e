import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import type { AuthConfig } from "@latchkey/auth";
import { getToken } from "@latchkey/auth/jwt";
import {
  type App,
  app,
  cookieName,
  createApp,
  readSession,
} from "../../../testing/app_testkit.ts";
import { DAY, mint, NOON, plant } from "../session_testkit.ts";
import { rejections } from "../../../testing/checks_testkit.ts";

afterEach(() => {
  mock.timers.reset();
  assert.deepEqual(rejections, []);
});

const old = "an old secret that is not configured any more";
const secret = "a secret that is as long as it has to be";

/** Lists the warnings about session cookies among a site's log lines. */
function listWarnings({ lines }: Pick<App, "lines">): string[] {
  return lines.filter((line) => line.startsWith("session-"));
}

async function readPlanted(
  value: string,
  config: Partial<AuthConfig> = {},
): Promise<App> {
  const site = await createApp({ config: { secret, ...config } });
  plant(site.browser, value);
  assert.equal(await readSession(site.browser), null);
  assert.ok(!site.lines.some((line) => line.includes(value)));
  return site;
}

function withTail(token: string): string {
  return token.slice(0, -4) + (token.endsWith("AAAA") ? "BBBB" : "AAAA");
}

/** In the order in which they are tried: each reason is logged once per process. */
const reasons: readonly [
  string,
  () => Promise<string>,
  RegExp,
  Partial<AuthConfig>?,
][] = [
  ["an unknown key", () => mint(old), /its key is unknown.*AUTH_SECRET_1/],
  ["a changed value", async () => withTail(await mint(secret)), /was changed/],
  [
    "an end that has passed",
    () => {
      const now = NOON / 1000;
      return mint(secret, { iat: now - 2, auth_time: now - 2, exp: now - 1 });
    },
    /had expired.*session\.maxAge/,
  ],
  [
    "a time to come",
    () => mint(secret, { iat: NOON / 1000 + DAY }),
    /in the future: compare the clocks/,
  ],
  [
    "another audience",
    () => mint(secret, { aud: "https://other.example" }),
    /is for "https:\/\/other\.example", and this request is for "https:\/\/app\.example"/,
  ],
  [
    "no claims of a session",
    () => mint(secret, { sid: undefined }),
    /lacks one of the claims/,
  ],
  [
    "a codec of the application that refuses it",
    () => Promise.resolve("whatever"),
    /`jwt\.decode` threw/,
    { jwt: { encode: () => "x", decode: () => null } },
  ],
];

describe("a session cookie that does not open", () => {
  for (const [name, make, expected, config] of reasons) {
    it(`one log line per process names the reason: ${name}`, async () => {
      mock.timers.enable({ apis: ["Date"], now: NOON });
      const site = await readPlanted(await make(), config);
      const [line = "", ...more] = listWarnings(site);
      assert.match(line, expected);
      assert.deepEqual(more, []);
      const again = await readPlanted(await make(), config);
      assert.deepEqual(listWarnings(again), []);
    });
  }

  it("no log line is written for a bearer token, which may be any text", async () => {
    const warn = mock.method(console, "warn", () => {});
    const headers = { authorization: "Bearer some.other.kind" };
    const req = new Request(app, { headers });
    assert.equal(await getToken({ req, secret, bearer: true }), null);
    assert.equal(warn.mock.callCount(), 0);
    warn.mock.restore();
  });

  it("no log line is written if the session is live, or if there is none", async () => {
    const site = await createApp({ config: { secret } });
    assert.equal(await readSession(site.browser), null);
    plant(site.browser, await mint(secret));
    assert.notEqual(await readSession(site.browser), null);
    assert.deepEqual(listWarnings(site), []);
  });
});

describe("a lost secret", () => {
  async function readMany(site: App, from: string, count: number) {
    for (let i = 0; i < count; i++) {
      plant(site.browser, await mint(from, { sub: `person-${i}` }));
      await readSession(site.browser);
    }
  }

  it("no warning is logged if one browser repeats itself or most cookies open", async () => {
    const site = await createApp({
      config: { secret: `${secret} of repeats` },
    });
    const value = await mint(old);
    for (let i = 0; i < 20; i++) {
      plant(site.browser, value);
      assert.equal(await readSession(site.browser), null);
    }
    assert.deepEqual(listWarnings(site), []);
    const busy = await createApp({ config: { secret } });
    await readMany(busy, secret, 15);
    await readMany(busy, old, 12);
    assert.deepEqual(listWarnings(busy), []);
  });

  it("one warning is logged if most cookies do not open", async () => {
    const site = await createApp({ config: { secret: `${secret} of now` } });
    await readMany(site, `${secret} of now`, 3);
    await readMany(site, old, 30);
    const [line = "", ...more] = listWarnings(site);
    assert.match(line, /^session-secret: Most session cookies do not open/);
    assert.match(line, /`secret: \[new, old\]`/);
    assert.deepEqual(more, []);
    assert.ok(!site.lines.some((one) => one.includes(old)));
    assert.ok(
      !site.lines.some((one) => one.includes(cookieName.session + "=")),
    );
  });
});
