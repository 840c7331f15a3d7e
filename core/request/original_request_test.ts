import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { ProviderInput } from "@latchkey/auth";
import type { Context } from "./context.ts";
import {
  createCredentialsFlow,
  makeProvider,
  right,
} from "../methods/credentials/credentials_testkit.ts";
import { cookieName, readCsrfToken, site } from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import { toWebRequest } from "./original_request.ts";

afterEach(endTest);

/** Keeps a request and reads it to the end, as the application's code may. */
type See = (request: Request) => Promise<void>;

/**
 * The application's functions that receive the request, and the routes that
 * call them.
 */
const readers: Readonly<
  Record<
    string,
    { readonly path: string; readonly make: (see: See) => ProviderInput }
  >
> = {
  authorize: {
    path: "/auth/callback/credentials",
    make: (see) =>
      makeProvider({
        authorize: async (_credentials, request) => {
          await see(request);
          return null;
        },
      }),
  },
  sendVerificationRequest: {
    path: "/auth/signin/email",
    make: (see) => ({
      id: "email",
      type: "email",
      sendVerificationRequest: ({ request }) => see(request),
    }),
  },
  renderMail: {
    path: "/auth/signin/email",
    make: (see) => ({
      id: "email",
      type: "email",
      from: "sign-in@app.example",
      renderMail: async ({ request }) => {
        await see(request);
        return { subject: "", text: "", html: "" };
      },
      sendMail: () => {},
    }),
  },
};

/**
 * Sends a request, and returns what the application's function received, with
 * its body as text.
 */
async function sendAndSee(
  { path, make }: typeof readers[string],
  write: (csrfToken: string) => { type: string; body: string },
  query = "",
) {
  let seen: Request | undefined;
  let text = "";
  const see = async (request: Request) => {
    seen = request.clone();
    text = await request.text();
  };
  const flow = await createCredentialsFlow([make(see)], { origin: site });
  const browser = flow.createBrowser();
  const csrfToken = await readCsrfToken(browser);
  const cookie = browser.cookies(site)
    .map(({ name, value }) => `${name}=${value}`).join("; ");
  const { type, body } = write(csrfToken);
  await flow.handler(
    // The host differs from the public one, as behind a proxy.
    new Request(`http://127.0.0.1:8000${path}${query}`, {
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
  return { request: seen ?? assert.fail("the host was not asked"), text };
}

const json = (csrfToken: string) => ({
  type: "application/json",
  body: JSON.stringify({ csrfToken, email: "ada@example.com", ...right }),
});

for (const [name, reader] of Object.entries(readers)) {
  describe(`the request that ${name} gets`, () => {
    it("the request has the public URL, with the query as it was sent", async () => {
      const query = "?tenant=a%20b&tenant=c&x";
      const { request } = await sendAndSee(reader, json, query);
      assert.ok(request instanceof Request);
      assert.equal(request.method, "POST");
      assert.equal(request.url, `${site}${reader.path}${query}`);
    });

    it("the request has the headers, including cookies", async () => {
      const { request: { headers } } = await sendAndSee(reader, json);
      assert.equal(headers.get("x-forwarded-for"), "192.0.2.1, 198.51.100.7");
      assert.equal(headers.get("user-agent"), "a browser");
      assert.match(headers.get("cookie") ?? "", /__Host-latchkey\.csrf=/);
      assert.doesNotMatch(
        headers.get("cookie") ?? "",
        RegExp(cookieName.session),
      );
    });

    it("the request has the body, to the byte", async () => {
      for (
        const [type, toBody] of [
          [
            "application/json; charset=utf-8",
            (token: string) =>
              ` {"more":{"deep":[1,2]},"email":"ad\\u0061@example.com","csrfToken":"${token}"}\n`,
          ],
          [
            "application/x-www-form-urlencoded",
            (token: string) =>
              `email=ada%40example.com&password=a%2bb+c&more=1&more=2&csrfToken=${token}`,
          ],
        ] as const
      ) {
        let sent = "";
        const { request, text } = await sendAndSee(reader, (token) => {
          sent = toBody(token);
          return { type, body: sent };
        });
        assert.equal(text, sent);
        assert.equal(request.headers.get("content-type"), type);
        assert.equal(await request.text(), sent);
      }
    });
  });
}

describe("a request whose body a parser of the application has read", () => {
  const write = (type: string, value: unknown) => {
    const headers = [
      ["content-type", type],
      ["content-length", "7"],
      ["content-encoding", "gzip"],
      ["x-more", "kept"],
      [":path", "/of-http-2"],
    ];
    return toWebRequest({
      request: {
        method: "POST",
        action: "callback",
        providerId: "credentials",
        sent: {
          search: "",
          headers: () => headers,
          body: { kind: "parsed", value },
        },
      },
      url: (...segments: string[]) => [`${site}/auth`, ...segments].join("/"),
    } as unknown as Context);
  };

  it("the body is serialised again, without the headers about its original encoding", async () => {
    const form = "application/x-www-form-urlencoded";
    const rows: [type: string, value: unknown, type: string, text: string][] = [
      [form, { a: "b c", d: ["e", "f"] }, form, "a=b+c&d=e&d=f"],
      [form, { a: { b: "c" } }, "application/json", '{"a":{"b":"c"}}'],
      ["application/json", { a: [1] }, "application/json", '{"a":[1]}'],
      ["application/json", undefined, "application/json", "null"],
    ];
    for (const [type, value, written, text] of rows) {
      const request = write(type, value);
      assert.deepEqual([...request.headers], [
        ["content-type", written],
        ["x-more", "kept"],
      ]);
      assert.equal(await request.text(), text);
    }
  });
});
