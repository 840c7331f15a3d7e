import { assertFields, assertSame, assertTrue } from "../contract/case.ts";
import { randomHex } from "../provider_keys.ts";
import { openRaw } from "./answers.ts";
import { declareCases, type HostCheck } from "./case.ts";
import { forge, plantText, readClaims, toCookieName } from "./forge.ts";
import {
  assertNobody,
  assertSomebody,
  makeUser,
  makeVisitor,
  readJson,
  type Visitor,
} from "./visitor.ts";

/** Cases about reading the session. */
export const sessionCases: readonly HostCheck[] = declareCases({
  "session-json": [
    "a program reads the session as JSON, and null without one",
    async (app) => {
      const user = await makeUser(app);
      const { status, json } = await readJson(user, "/api/me");
      assertSame(status, 200, "the status of /api/me");
      const session = json as { user?: object } | null;
      const { name, email } = user.person;
      const expected = { name, email, role: null, note: null };
      assertFields(session?.user, expected, "the user");
      const nobody = await readJson(makeVisitor(app), "/api/me");
      assertSame(nobody.json, null, "the session of a new visitor");
    },
  ],
  "session-route": [
    "the auth route of the session says what the application knows",
    async (app) => {
      const user = await makeUser(app);
      const own = await readJson(user, "/api/me");
      const ours = await readJson(user, "/auth/session");
      assertSame(ours.json, own.json, "/auth/session");
    },
  ],
  "session-cookie": [
    "the session cookie is as the library wrote it, and hidden from scripts",
    async (app) => {
      const user = await makeUser(app);
      const { sub } = await readClaims(user);
      const { json } = await readJson(user, "/api/me");
      assertFields((json as { user?: object }).user, { id: sub }, "the user");
      const kept = user.browser.cookies(app.origin)
        .find(({ name }) => name === toCookieName(app));
      const attributes = { httpOnly: true, sameSite: "Lax", path: "/" };
      assertFields(kept, { ...attributes, hostOnly: true }, "the cookie");
    },
  ],
  "session-quiet": [
    "a session that is not due is read without a cookie",
    async (app) => {
      const user = await makeUser(app);
      for (const path of ["/", "/private", "/api/me", "/api/private"]) {
        const { headers, status } = await openRaw(user, path);
        assertSame(status, 200, `the status of ${path}`);
        assertSame(headers.getSetCookie(), [], `the cookies of ${path}`);
      }
    },
  ],
  "session-over": [
    "a session that is over is none",
    async (app) => {
      const user = await makeUser(app);
      await forge(user, { maxAge: -60 });
      await assertNobody(user, "with a session that is over");
      const { status } = await readJson(user, "/api/private");
      assertSame(status, 401, "the status behind a guard");
    },
  ],
  "session-forged": [
    "a session that somebody else sealed is none",
    async (app) => {
      const user = await makeUser(app);
      await forge(user, { secret: `secret-of-a-thief-${randomHex(16)}` });
      await assertNobody(user, "with a forged session");
      const { status } = await readJson(user, "/api/private");
      assertSame(status, 401, "the status behind a guard");
    },
  ],
  "session-malformed": [
    "malformed cookies are no error",
    async (app) => {
      for (const text of malformed) await assertHarmless(app, text);
    },
  ],
  "session-big-cookie": [
    "the session is found among many other cookies",
    async (app) => {
      const user = await makeUser(app);
      for (let i = 0; i < 20; i++) {
        const cookie = `other-${i}="${"x".repeat(100)}"; Path=/`;
        user.browser.setCookie(app.origin, cookie);
      }
      await assertSomebody(user, "with many cookies");
    },
  ],
});

/** Values of cookies that no library writes. */
const malformed = [
  "",
  "null",
  "%",
  "%E0%A4%A",
  "a.b.c.d.e",
  "eyJhbGciOiJkaXIifQ....",
  '"quoted"',
  "[object Object]",
  "x".repeat(3000),
];

async function assertHarmless(
  app: Visitor["app"],
  text: string,
): Promise<void> {
  const visitor = makeVisitor(app);
  plantText(visitor.browser, app, text);
  const { browser } = visitor;
  browser.setCookie(app.origin, `latchkey.csrf=${text}; Path=/`);
  await assertNobody(visitor, `with the cookie ${text.slice(0, 20)}`);
  const guarded = await browser.goto(app.url("/private"));
  assertTrue(
    guarded.url.startsWith(app.url("/auth/signin")),
    `a sign-in page, and not ${guarded.url}`,
  );
  for (const path of ["/form", "/auth/signin", "/auth/session", "/api/me"]) {
    const { status } = await browser.goto(app.url(path));
    assertSame(status, 200, `the status of ${path}`);
  }
}
