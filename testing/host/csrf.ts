import { assertSame, assertTrue } from "../contract/case.ts";
import { assertError } from "./answers.ts";
import { declareCases, type HostCheck } from "./case.ts";
import {
  assertNobody,
  assertSomebody,
  makeUser,
  makeVisitor,
  readJson,
  signIn,
  type Visitor,
} from "./visitor.ts";

const EVIL = "https://evil.example/page";

async function readToken(visitor: Visitor): Promise<string> {
  const { json } = await readJson(visitor, "/auth/csrf");
  return String((json as { csrfToken?: string }).csrfToken);
}

/** Sends a sign-out as a script would, with these fields and headers. */
async function postSignOut(
  { app, browser }: Visitor,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return await browser.fetch(app.url("/auth/signout"), {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { accept: "application/json", ...headers },
  });
}

/** Cases about forms that are not from the application. */
export const csrfCases: readonly HostCheck[] = declareCases({
  "csrf-missing": [
    "a form without a token is refused",
    async (app) => {
      const user = await makeUser(app);
      await assertError(await postSignOut(user, {}), 403, "MissingCSRF");
      await assertSomebody(user, "after the refusal");
    },
  ],
  "csrf-foreign": [
    "a form with the token of another browser is refused",
    async (app) => {
      const user = await makeUser(app);
      const csrfToken = await readToken(await makeUser(app));
      const answer = await postSignOut(user, { csrfToken });
      await assertError(answer, 403, "MissingCSRF");
      await assertSomebody(user, "after the refusal");
    },
  ],
  "csrf-before": [
    "a token from before the sign-in is refused afterwards",
    async (app) => {
      const visitor = makeVisitor(app);
      const csrfToken = await readToken(visitor);
      const user = await signIn(visitor);
      const answer = await postSignOut(user, { csrfToken });
      await assertError(answer, 403, "MissingCSRF");
      await assertSomebody(user, "after the refusal");
    },
  ],
  "csrf-browser": [
    "a browser whose form has no token is sent to a page that says so",
    async (app) => {
      const user = await makeUser(app);
      const form = await user.browser.goto(app.url("/form"));
      const page = await user.browser.submit(form, {
        action: app.url("/auth/signout"),
        fields: { csrfToken: undefined },
      });
      assertTrue(page.status < 500, `the status is ${page.status}`);
      await assertSomebody(user, "after the refusal");
    },
  ],
  "cross-site-fetch": [
    "a request that the browser calls cross-site is refused, even with a token",
    async (app) => {
      const user = await makeUser(app);
      const csrfToken = await readToken(user);
      const answer = await postSignOut(user, { csrfToken }, {
        "sec-fetch-site": "cross-site",
        "sec-fetch-mode": "navigate",
        origin: new URL(EVIL).origin,
      });
      assertSame(answer.status, 403, "the status");
      await assertSomebody(user, "after the refusal");
    },
  ],
  "cross-site-origin": [
    "a request with the Origin of another site is refused, even with a token",
    async (app) => {
      const user = await makeUser(app);
      const body = new URLSearchParams({ csrfToken: await readToken(user) });
      const { status } = await app.send(
        new Request(app.url("/auth/signout"), {
          method: "POST",
          body,
          headers: {
            cookie: user.browser.cookieHeader(app.url("/")),
            origin: new URL(EVIL).origin,
            accept: "application/json",
          },
        }),
      );
      assertSame(status, 403, "the status");
      await assertSomebody(user, "after the refusal");
    },
  ],
  "cross-site-sign-in": [
    "another site cannot begin a sign-in",
    async (app) => {
      const visitor = makeVisitor(app);
      const { browser } = visitor;
      const { requests } = app.op;
      const before = requests.length;
      const answer = await browser.fetch(app.url("/auth/signin/op"), {
        method: "POST",
        from: EVIL,
        mode: "navigate",
        body: new URLSearchParams({ callbackUrl: "/" }),
      });
      assertTrue(answer.status < 500, `the status is ${answer.status}`);
      const location = answer.headers.get("location") ?? "";
      assertTrue(!location.includes(app.op.issuer), `it leads to ${location}`);
      assertSame(requests.length, before, "the requests to the provider");
      await assertNobody(visitor, "afterwards");
    },
  ],
});
