import { assertSame, assertTrue } from "../contract/case.ts";
import { assertFresh, assertNotStored, openRaw } from "./answers.ts";
import { declareCases, type HostCheck } from "./case.ts";
import {
  assertNobody,
  assertSomebody,
  makeUser,
  makeVisitor,
  readJson,
  signIn,
} from "./visitor.ts";

/** Fails the case unless an answer names no other host as its own. */
async function assertNoHost(answer: Response, host: string): Promise<void> {
  const { headers } = answer;
  const shown = [await answer.text(), ...[...headers].flat()].join("\n");
  assertTrue(!shown.includes(host), `the answer names ${host}`);
}

/** Cases about paths that only the library could answer. */
const ownPathCases = declareCases({
  "route-unknown": [
    "an auth route that does not exist is 404 by the library",
    async (app) => {
      const visitor = makeVisitor(app);
      const answer = await readJson(visitor, "/auth/nothing");
      assertSame(answer.status, 404, "the status");
      const { error } = answer.json as { error?: string };
      assertSame(error, "UnknownAction", "the error");
      assertFresh(answer.headers, "the answer");
      const { status, headers } = await openRaw(visitor, "/auth/nothing");
      assertSame(status, 404, "the status for a browser");
      assertNotStored(headers, "the answer for a browser");
    },
  ],
}, { needs: ["routes"] });

/** Cases about hosts, paths and bodies that are not the application's. */
export const refusalCases: readonly HostCheck[] = [
  ...ownPathCases,
  ...declareCases({
    "host-untrusted": [
      "an auth route under a host that is not trusted is refused",
      async (app) => {
        for (const path of ["/auth/signin", "/auth/session", "/auth/csrf"]) {
          const url = `http://untrusted.example${app.prefix}${path}`;
          const answer = await app.send(new Request(url));
          assertTrue(
            answer.status >= 400 && answer.status < 500,
            `${path} answers ${answer.status} to such a host`,
          );
          assertSame(answer.headers.getSetCookie(), [], "the cookies");
          await assertNoHost(answer, "untrusted.example");
        }
      },
    ],
    "host-guard": [
      "a guard under a host that is not trusted lets nobody through",
      async (app) => {
        const user = await makeUser(app);
        const url = `http://untrusted.example${app.prefix}/private`;
        const cookie = user.browser.cookieHeader(app.url("/"));
        const headers = { cookie, accept: "text/html" };
        const answer = await app.send(new Request(url, { headers }));
        const { status } = answer;
        assertTrue(status >= 400 && status < 500, `the status is ${status}`);
        await assertNoHost(answer, user.person.name);
      },
    ],
    "host-forwarded": [
      "a forwarded host that is not trusted is in no answer",
      async (app) => {
        const headers = { "x-forwarded-host": "untrusted.example" };
        for (const path of ["/auth/signin", "/private", "/form"]) {
          const request = new Request(app.url(path), {
            headers: { ...headers, accept: "text/html" },
          });
          await assertNoHost(await app.send(request), "untrusted.example");
        }
      },
    ],
    "route-method": [
      "another method of an auth route is 405 by the library",
      async (app) => {
        const init = { method: "DELETE" };
        const answer = await readJson(makeVisitor(app), "/auth/session", init);
        assertSame(answer.status, 405, "the status");
        assertTrue(answer.headers.has("allow"), "the header Allow");
      },
    ],
    "route-host": [
      "a route of nobody is 404 by the framework",
      async (app) => {
        const user = await makeUser(app);
        for (const path of ["/nothing", "/authors", "/api/nothing"]) {
          const answer = await openRaw(user, path);
          assertSame(answer.status, 404, `the status of ${path}`);
          const text = await answer.text();
          assertTrue(
            !text.includes("UnknownAction"),
            "an answer of the library",
          );
        }
      },
    ],
    "body-big": [
      "a big form is 413, and the application goes on",
      async (app) => {
        const visitor = makeVisitor(app);
        const body = new URLSearchParams({ email: "x".repeat(2_000_000) });
        const { status } = await visitor.browser.fetch(
          app.url("/auth/signin/email"),
          { method: "POST", body },
        );
        assertSame(status, 413, "the status");
        await signIn(visitor);
      },
    ],
    "body-malformed": [
      "a malformed body is a client's error",
      async (app) => {
        const visitor = makeVisitor(app);
        const { status } = await visitor.browser.fetch(
          app.url("/auth/callback/password"),
          {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: '{"email":',
          },
        );
        assertTrue(status < 500, `the status is ${status}`);
        await assertNobody(visitor, "afterwards");
      },
    ],
    "head-routes": [
      "HEAD of an auth route is answered as GET, without a body",
      async (app) => {
        const user = await makeUser(app);
        for (const path of ["/auth/signin", "/auth/session", "/auth/signout"]) {
          const answer = await openRaw(user, path, { method: "HEAD" });
          assertSame(answer.status, 200, `the status of ${path}`);
          assertSame(await answer.text(), "", `the body of ${path}`);
        }
        await assertSomebody(user, "afterwards");
      },
    ],
  }),
];
