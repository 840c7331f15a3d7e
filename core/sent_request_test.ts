import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import {
  createCredentialsFlow,
  makeProvider,
  readCsrfToken,
  right,
} from "./credentials_testkit.ts";
import { cookieName, endTest, site } from "./flow_testkit.ts";

afterEach(endTest);

/** What `authorize` is handed beside the credentials, and what its body says. */
async function sendAndSee(
  make: (csrfToken: string) => { type: string; body: string },
  query = "",
) {
  let seen: Request | undefined;
  let text = "";
  const flow = await createCredentialsFlow([
    makeProvider({
      authorize: async (_credentials, request) => {
        seen = request.clone();
        text = await request.text();
        return null;
      },
    }),
  ]);
  const browser = flow.createBrowser();
  const csrfToken = await readCsrfToken(browser);
  const cookie = browser.cookies(site)
    .map(({ name, value }) => `${name}=${value}`).join("; ");
  const { type, body } = make(csrfToken);
  await flow.handler(
    // Another host than the public one, as behind a proxy.
    new Request(`http://127.0.0.1:8000/auth/callback/credentials${query}`, {
      method: "POST",
      headers: {
        cookie,
        "content-type": type,
        "X-Forwarded-For": "192.0.2.1, 198.51.100.7",
        "user-agent": "a browser",
      },
      body,
    }),
  );
  return { request: seen ?? assert.fail("authorize was not asked"), text };
}

describe("the request that authorize is handed", () => {
  it("has the public URL, with the query as it came", async () => {
    const query = "?tenant=a%20b&tenant=c&x";
    const { request } = await sendAndSee((csrfToken) => ({
      type: "application/json",
      body: JSON.stringify({ csrfToken, ...right }),
    }), query);
    assert.ok(request instanceof Request);
    assert.equal(request.method, "POST");
    assert.equal(request.url, `${site}/auth/callback/credentials${query}`);
  });

  it("has the headers, cookies among them", async () => {
    const { request: { headers } } = await sendAndSee((csrfToken) => ({
      type: "application/json",
      body: JSON.stringify({ csrfToken, ...right }),
    }));
    assert.equal(headers.get("x-forwarded-for"), "192.0.2.1, 198.51.100.7");
    assert.equal(headers.get("user-agent"), "a browser");
    assert.match(headers.get("cookie") ?? "", /__Host-latchkey\.csrf=/);
    assert.doesNotMatch(
      headers.get("cookie") ?? "",
      RegExp(cookieName.session),
    );
  });

  it("has the body, to the byte", async () => {
    for (
      const [type, toBody] of [
        [
          "application/json; charset=utf-8",
          (token: string) =>
            ` {"more":{"deep":[1,2]},"username":"ad\\u0061","csrfToken":"${token}"}\n`,
        ],
        [
          "application/x-www-form-urlencoded",
          (token: string) =>
            `username=ada&password=a%2bb+c&more=1&more=2&csrfToken=${token}`,
        ],
      ] as const
    ) {
      let sent = "";
      const { request, text } = await sendAndSee((token) => {
        sent = toBody(token);
        return { type, body: sent };
      });
      assert.equal(text, sent);
      assert.equal(request.headers.get("content-type"), type);
      assert.equal(await request.text(), sent);
    }
  });
});
