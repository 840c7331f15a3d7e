import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type AuthConfig, createAuth } from "@latchkey/auth";
import { createBrowser } from "@latchkey/auth/testing";
import { Credentials } from "@latchkey/auth/providers/credentials";

const site = "https://app.example";

const passwords = Credentials({
  credentials: { email: { type: "email" }, password: { type: "password" } },
  authorize: () => null,
});

const work = {
  id: "work",
  name: "Work <b>",
  type: "oidc",
  issuer: "https://op.example",
  clientId: "app",
  clientSecret: "secret",
} as const;

const mail = {
  id: "email",
  type: "email",
  from: "Example <sign-in@app.example>",
  sendMail: () => {},
} as const;

function setUp(config: Partial<AuthConfig> = {}) {
  const warnings: string[] = [];
  const auth = createAuth({
    secret: `secret of this site ${crypto.randomUUID()}`,
    origin: site,
    providers: [work, mail, passwords],
    logger: { warn: (code) => void warnings.push(code), error: () => {} },
    ...config,
  });
  const browser = createBrowser({
    [site]: async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith("/auth/")) return await auth.handler(request);
      const { csrfField, headers } = await auth.csrfField(request);
      headers.set("content-type", "text/html");
      return new Response(
        `<form method="post" action="/auth/callback/credentials">${csrfField}<button>Go</button></form>`,
        { headers },
      );
    },
  });
  return { auth, browser, warnings };
}

describe("a form of the application", () => {
  it("the field is a hidden input with the token of csrfToken()", async () => {
    const { auth } = setUp();
    const request = new Request(site);
    const { csrfField, headers } = await auth.csrfField(request);
    const { csrfToken } = await auth.csrfToken(request);
    assert.equal(
      csrfField,
      `<input type="hidden" name="csrfToken" value="${csrfToken}">`,
    );
    assert.match(headers.get("set-cookie") ?? "", /^__Host-latchkey\.csrf=/);
    assert.match(headers.get("cache-control") ?? "", /no-store/);
  });

  it("a form with the field is accepted, and one without it is refused", async () => {
    const { browser } = setUp();
    const form = await browser.goto(`${site}/form`);
    const accepted = await browser.submit(form);
    assert.match(accepted.url, /error=CredentialsSignin/);
    const fields = { csrfToken: undefined };
    const refused = await browser.submit(form, { fields });
    assert.match(refused.url, /error=MissingCSRF/);
  });
});

describe("the address that was typed", () => {
  const toQuery = async (
    fields: Record<string, string>,
    pages: AuthConfig["pages"] = {},
  ) => {
    const { browser } = setUp({ pages });
    const form = await browser.goto(`${site}/form`);
    const { redirects } = await browser.submit(form, { fields });
    const location = redirects[0]?.headers.get("location") ?? "";
    return new URL(location).searchParams;
  };

  it("the sign-in page receives it after a refusal, but never a password", async () => {
    const typed = { email: "ada@example.com", password: "a@b" };
    for (const pages of [{}, { signIn: "/in" }]) {
      const query = await toQuery(typed, pages);
      assert.equal(query.get("email"), typed.email);
      assert.doesNotMatch(query.toString(), /password|a%40b/);
    }
  });

  it("what is no address is not put into a URL", async () => {
    const typed = ["hunter2", `${"a".repeat(320)}@b.example`, ""];
    for (const email of typed) {
      assert.equal((await toQuery({ email })).get("email"), null, email);
    }
  });

  it("a link to the built-in page hands it on to the application's own", async () => {
    const { browser } = setUp({ pages: { signIn: "/in" } });
    const page = await browser.goto(
      `${site}/auth/signin?email=ada%40example.com&password=x`,
    );
    assert.equal(page.url, `${site}/in?email=ada%40example.com`);
  });
});

describe("the providers for a page of the application", () => {
  it("they have the URLs, the fields and the style of the built-in page", async () => {
    const { auth } = setUp({
      basePath: "/api/auth",
      providers: [
        { ...work, style: { brandColor: "#1e5eff", logo: "/work.svg" } },
        mail,
        passwords,
      ],
    });
    const list = await auth.providers(new Request(site));
    assert.deepEqual(list.map(({ id, name, type }) => [id, name, type]), [
      ["work", "Work <b>", "oidc"],
      ["email", "Email", "email"],
      ["credentials", "Credentials", "credentials"],
    ]);
    const [first, second, third] = list;
    assert.equal(first?.signinUrl, `${site}/api/auth/signin/work`);
    assert.deepEqual(first?.style, {
      brandColor: "#1e5eff",
      logo: "/work.svg",
    });
    assert.equal(second?.signinUrl, `${site}/api/auth/signin/email`);
    assert.equal(third?.callbackUrl, `${site}/api/auth/callback/credentials`);
    assert.deepEqual(third?.fields?.map(([name]) => name), [
      "email",
      "password",
    ]);
  });

  it("a style that could change the page is left out, with a warning", async () => {
    const style = { brandColor: "red;}", logo: "https://evil.example/x" };
    const { auth, warnings } = setUp({ providers: [{ ...work, style }] });
    const [first] = await auth.providers(new Request(site));
    assert.deepEqual(first?.style, { brandColor: undefined, logo: undefined });
    assert.deepEqual(warnings, ["provider-style", "provider-style"]);
  });

  it("under a host that is not trusted there are none, and the token is empty", async () => {
    const { auth } = setUp({ origin: undefined, trustHost: () => false });
    const request = new Request("https://other.example/");
    assert.deepEqual(await auth.providers(request), []);
    const { csrfField, headers } = await auth.csrfField(request);
    assert.match(csrfField, /value=""/);
    assert.deepEqual(headers.getSetCookie(), []);
  });
});
