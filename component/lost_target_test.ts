import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Credentials } from "@latchkey/auth/providers/credentials";
import { app } from "../testing/app_testkit.ts";
import { createQwikApp, formRequest, page } from "./qwik_testkit.ts";

const login = `${app}/login?callbackUrl=%2Fprivate%3Fa%3D1`;

async function createLogin() {
  return await createQwikApp({
    routes: { "/": [page()], "/login": [page()] },
    config: {
      pages: { signIn: "/login" },
      providers: [Credentials({
        credentials: { password: {} },
        authorize: ({ password }) => password === "right" ? { id: "1" } : null,
      })],
    },
  });
}

type Site = Awaited<ReturnType<typeof createLogin>>;

function toForm({ auth }: Site, password: string, referer?: string): Request {
  const fields = { providerId: "credentials", "options.password": password };
  const headers = referer === undefined ? {} : { referer };
  return formRequest("/login", auth.useSignIn, fields, headers);
}

/** Sends a form as a browser without JavaScript does, and follows a 307. */
async function send(
  site: Site,
  password: string,
  referer: string,
): Promise<{ response: Response; url: string }> {
  const request = toForm(site, password, referer);
  const { status, headers } = await site.fetch(request);
  assert.equal(status, 307);
  assert.match(headers.get("cache-control") ?? "", /no-store/);
  assert.deepEqual(headers.getSetCookie(), []);
  const url = new URL(headers.get("location") ?? "", app).href;
  const again = new Request(url, toForm(site, password, referer));
  return { response: await site.fetch(again), url };
}

describe("a form without JavaScript on the application's sign-in page", () => {
  it("the form leads to the callbackUrl of its page, which its own address lacks", async () => {
    const site = await createLogin();
    const { response } = await send(site, "right", login);
    assert.equal(response.status, 303);
    assert.equal(response.headers.get("location"), `${app}/private?a=1`);
  });

  it("the form leads to the callbackUrl after a wrong password too", async () => {
    const site = await createLogin();
    const wrong = await send(site, "wrong", login);
    assert.equal(wrong.response.status, 401);
    const { response } = await send(site, "right", wrong.url);
    assert.equal(response.headers.get("location"), `${app}/private?a=1`);
  });

  it("the form follows a callbackUrl to this site only", async () => {
    const site = await createLogin();
    const evil = `${app}/login?callbackUrl=https%3A%2F%2Fevil.example%2F`;
    const { response } = await send(site, "right", evil);
    assert.equal(new URL(response.headers.get("location") ?? "").origin, app);
  });

  it("the form ignores a Referer of another site or another page, and a missing one", async () => {
    const query = "?callbackUrl=%2Fprivate";
    for (
      const referer of [
        undefined,
        "",
        "http://%",
        `https://evil.example/login${query}`,
        `http://app.example/login${query}`,
        `${app}/other${query}`,
        `${app}/login`,
        `${app}/login?callbackUrl=`,
      ]
    ) {
      const site = await createLogin();
      const response = await site.fetch(toForm(site, "right", referer));
      assert.equal(response.status, 303, String(referer));
      assert.equal(
        response.headers.get("location"),
        `${app}/login`,
        String(referer),
      );
    }
  });
});
