import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { OAuth2Config } from "@latchkey/auth";
import { defineOAuth, type OAuthFactory } from "@latchkey/auth/providers";
import { fillPlaceholders, listUnfilled } from "./placeholders.ts";

const base: Omit<OAuth2Config, "type"> = {
  id: "work",
  name: "Work",
  authorization: "https://{tenant}.work.example/authorize",
  token: "https://work.example/{tenant}/token",
  userinfo: {
    url: "{issuer}/me",
    headers: { "x-tenant": "{tenant}" },
    params: { team: "{team}", fixed: "1" },
  },
  placeholders: { tenant: null, issuer: null, team: "" },
};

const Work: OAuthFactory<
  {
    tenant?: string | undefined;
    team?: string | undefined;
  }
> = defineOAuth(base);

/** Fills one template with a value for `tenant`; the template itself if the value does not fit. */
function fill(template: string, value: string): string | undefined {
  const { issuer } = fillPlaceholders<OAuth2Config>(
    {
      id: "x",
      name: "X",
      type: "oauth",
      placeholders: { tenant: null },
      issuer: template,
    },
    () => value,
  );
  return issuer;
}

describe("a placeholder in the host of a URL", () => {
  const template = "https://{tenant}/me";
  const fitting: Readonly<Record<string, string>> = {
    "acme.example": "https://acme.example/me",
    "ACME-1.example": "https://ACME-1.example/me",
    "acme.example:8443": "https://acme.example:8443/me",
    "https://acme.example": "https://acme.example/me",
    "https://acme.example/": "https://acme.example/me",
    "acme.example/": "https://acme.example/me",
  };
  for (const [value, url] of Object.entries(fitting)) {
    it(`it takes ${value}`, () => assert.equal(fill(template, value), url));
  }

  const hostile = [
    "",
    "acme.example/x",
    "acme.example//",
    "evil.example/?",
    "evil.example?",
    "evil.example#",
    "user@evil.example",
    "user:password@evil.example",
    "evil.example\\",
    "evil.example\\.work.example",
    "evil example",
    " evil.example",
    "evil.example\n",
    "evil.example\t",
    "http://evil.example",
    "https://https://evil.example",
    "//evil.example",
    "evil.example:443:1",
    "evil.example:",
    "evil.example:123456",
    "-evil.example",
    "évil.example",
    "evil。example",
    "%65vil.example",
    "[::1]",
    "{tenant}",
    "..",
    `${"a".repeat(254)}`,
  ];
  for (const value of hostile) {
    it(`it does not take ${JSON.stringify(value).slice(0, 40)}`, () => {
      assert.equal(fill(template, value), template);
    });
  }

  it("a port stands at the end of the host only", () => {
    const inner = "https://{tenant}.work.example/me";
    assert.equal(fill(inner, "acme"), "https://acme.work.example/me");
    assert.equal(fill(inner, "evil.example:443"), inner);
  });
});

describe("a placeholder in the path of a URL", () => {
  const template = "https://work.example/t/{tenant}/token";
  const encoded: Readonly<Record<string, string>> = {
    "acme": "acme",
    "../admin": "..%2Fadmin",
    "a/b": "a%2Fb",
    "%2f": "%252f",
    "%2e%2e": "%252e%252e",
    "a?b=c#d": "a%3Fb%3Dc%23d",
    "a\\b": "a%5Cb",
    "a b": "a%20b",
    "@evil.example": "%40evil.example",
    "ü": "%C3%BC",
    "...": "...",
  };
  for (const [value, part] of Object.entries(encoded)) {
    it(`${value} becomes ${part}, and stays one segment`, () => {
      const url = fill(template, value);
      assert.equal(url, `https://work.example/t/${part}/token`);
      assert.equal(new URL(url ?? "").pathname.split("/").length, 4);
    });
  }

  for (const value of ["", ".", ".."]) {
    it(`"${value}" stays out, because the path would be another`, () => {
      assert.equal(fill(template, value), template);
    });
  }

  it("a value is encoded after a base URL that is a placeholder, too", () => {
    const second = "{issuer}/t/{tenant}/token";
    assert.equal(fill(second, "a/b"), "{issuer}/t/a%2Fb/token");
    assert.equal(fill(second, ".."), second);
  });

  it("a value in a query is encoded, and may be empty", () => {
    const query = "https://work.example/a?team={tenant}&x=1";
    assert.equal(
      fill(query, "a&x=2"),
      "https://work.example/a?team=a%26x%3D2&x=1",
    );
    assert.equal(fill(query, ""), "https://work.example/a?team=&x=1");
  });
});

describe("a placeholder that is the start of a URL", () => {
  const template = "{tenant}/oauth/token";
  it("it loses its last slash", () => {
    const url = "https://work.example/oauth/token";
    assert.equal(fill(template, "https://work.example"), url);
    assert.equal(fill(template, "https://work.example/"), url);
  });

  for (
    const value of [
      "https://evil.example?x=",
      "https://evil.example#",
      "https://work.example@evil.example",
      "https://user:password@evil.example",
      "https:\\\\evil.example",
      "https://work.example\\@evil.example",
      " https://evil.example",
      "https://evil.example/\n",
      "https://{tenant}",
    ]
  ) {
    it(`it does not take ${JSON.stringify(value)}`, () => {
      assert.equal(fill(template, value), template);
    });
  }
});

describe("the placeholders of a definition", () => {
  it("they are filled in URLs, headers and parameters, at every depth", () => {
    const provider = Work({
      tenant: "acme",
      issuer: "https://acme.example/",
      team: "red",
    });
    assert.equal(
      provider.authorization,
      "https://acme.work.example/authorize",
    );
    assert.equal(provider.token, "https://work.example/acme/token");
    assert.deepEqual(provider.userinfo, {
      url: "https://acme.example/me",
      headers: { "x-tenant": "acme" },
      params: { team: "red", fixed: "1" },
    });
    assert.deepEqual(listUnfilled(provider), []);
  });

  it("a member that is nothing but an empty value is dropped", () => {
    const { userinfo } = fillPlaceholders(Work({ tenant: "a" }), () => "");
    assert.ok(typeof userinfo === "object");
    assert.deepEqual(userinfo.params, { fixed: "1" });
  });

  it("those without a value are listed, by name", () => {
    const left = listUnfilled(Work({ tenant: "acme" }));
    assert.deepEqual([...left].sort(), ["issuer", "team"]);
  });

  it("names that every object has are no placeholders", () => {
    const template = "https://work.example/{constructor}/{toString}";
    assert.equal(fill(template, "evil"), template);
  });

  it("a value is not filled again", () => {
    const provider = Work({ tenant: "acme", team: "{tenant}" });
    const { userinfo } = fillPlaceholders(provider, () => "again");
    assert.ok(typeof userinfo === "object");
    assert.equal(userinfo.params?.team, "again");
  });

  it("braces in the application's names and secrets mean nothing", () => {
    const own = {
      tenant: "acme",
      name: "Work of {tenant}",
      clientId: "{tenant}",
      clientSecret: "a{tenant}b",
    };
    const { name, clientId, clientSecret } = Work(own);
    assert.deepEqual({ tenant: "acme", name, clientId, clientSecret }, own);
  });
});
