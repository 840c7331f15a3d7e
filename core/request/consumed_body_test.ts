import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { createAuth } from "@latchkey/auth";
import {
  type App,
  createApp,
  signIn,
  site,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";

afterEach(endTest);

const form = {
  "content-type": "application/x-www-form-urlencoded",
  "sec-fetch-site": "same-origin",
};

/** What code of the application does to a body before it comes to the library. */
const readers: Record<string, (request: Request) => Promise<unknown>> = {
  "has read": (request) => request.text(),
  "is reading": (request) => Promise.resolve(request.body?.getReader()),
};

function assertTold({ log }: App): void {
  const [line, ...more] = log.filter(({ level }) => level !== "debug");
  assert.deepEqual(more, []);
  assert.equal(line?.level, "error");
  assert.match(line?.text ?? "", /was read before it came here/);
  assert.match(line?.text ?? "", /request\.clone\(\)/);
}

describe("a body that other code of the application keeps to itself", () => {
  for (const [what, read] of Object.entries(readers)) {
    for (const accept of ["text/html", "application/json"]) {
      it(`an auth route whose body it ${what} is a mistake of the application, with a line that says what to do, for ${accept}`, async () => {
        const flow = await createApp();
        const request = new Request(`${site}/auth/signin/op`, {
          method: "POST",
          body: new URLSearchParams({ callbackUrl: "/" }),
          headers: { ...form, accept },
        });
        await read(request);
        const answer = await flow.handler(request);
        const text = await answer.text();
        const isPage = accept === "text/html";
        assert.equal(answer.status, isPage ? 303 : 500, text);
        const shown = isPage ? answer.headers.get("location") : text;
        assert.match(shown ?? "", /error(?:=|":")Configuration/);
        assertTold(flow);
      });
    }

    it(`a guard that keeps a form whose body it ${what} says so`, async () => {
      const flow = await createApp();
      const auth = createAuth(flow.makeConfig());
      const browser = flow.createBrowser();
      await signIn(browser);
      const cookie = browser.cookieHeader(`${site}/`);
      await auth.revoke({ all: true });
      const request = new Request(`${site}/comment`, {
        method: "POST",
        body: new URLSearchParams({ text: "hello" }),
        headers: { ...form, accept: "text/html", cookie },
      });
      await read(request);
      const answer = await auth.require(request, { resume: true });
      assert.ok(answer instanceof Response);
      assert.equal(answer.status, 500);
      assertTold(flow);
    });
  }

  it("a copy that was read leaves the request as it is", async () => {
    const flow = await createApp();
    const request = new Request(`${site}/auth/signin/op`, {
      method: "POST",
      body: new URLSearchParams({ callbackUrl: "/" }),
      headers: { ...form, accept: "application/json" },
    });
    await request.clone().text();
    const answer = await flow.handler(request);
    assert.match(await answer.text(), /MissingCSRF/);
  });
});
