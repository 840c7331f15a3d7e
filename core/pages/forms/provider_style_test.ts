/** The button of a provider: its label in every language, its colour and its logo. */

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Auth, type AuthConfig, type Provider } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Credentials } from "@latchkey/auth/providers/credentials";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { loadLanguage, TAGS } from "../page_language.ts";

const origin = "http://localhost";

const work = {
  id: "work",
  name: "Work",
  type: "oidc",
  issuer: "https://op.example",
  clientId: "a",
  clientSecret: "b",
} as const;
const password = Credentials({
  name: "the PASSWORD",
  credentials: { username: {}, password: { type: "password" } },
  authorize: () => null,
});
const mail = {
  id: "mail",
  type: "email",
  name: "an Email",
  sendMail: () => {},
  from: "a@app.example",
} as const;

/** Opens the sign-in page. */
async function open(
  providers: AuthConfig["providers"],
  { language = "en", warnings = [], id = crypto.randomUUID() }: {
    language?: string;
    warnings?: string[];
    id?: string;
  } = {},
) {
  const config: AuthConfig = {
    secret: `a secret that is as long as it has to be ${id}`,
    adapter: createMemoryAdapter(),
    session: { strategy: "jwt" },
    experimental: { enableWebAuthn: true },
    providers,
    logger: { warn: (code, text) => void warnings.push(`${code} ${text}`) },
  };
  const request = new Request(`${origin}/auth/signin`, {
    headers: { accept: "text/html", "accept-language": language },
  });
  const answer = await Auth(request, config);
  const html = await answer.text();
  const policy = answer.headers.get("content-security-policy") ?? "";
  return { html, policy, buttons: readButtons(html) };
}

/** The words on each button of a provider or a form. */
function readButtons(html: string): string[] {
  return [...html.matchAll(/<button[^>]*>(.*?)<\/button>/g)]
    .map(([, text = ""]) => text.replace(/<svg.*?<\/svg>|<[^>]*>/g, ""))
    .filter((text) => text !== "");
}

describe("the words on a button", () => {
  for (const tag of TAGS) {
    it(`buttons are one sentence, and contain no name that was written for another button: ${tag}`, async () => {
      const { words } = await loadLanguage(tag);
      const { buttons, html } = await open([work, password, mail, Passkey()], {
        language: tag,
      });
      assert.deepEqual(buttons, [
        words.continueWith.replace("{provider}", "Work"),
        words.signInWithPasskey,
        words.signIn,
        words.sendLink,
        words.createPasskey,
      ]);
      assert.doesNotMatch(html, /the PASSWORD|an Email/);
    });

    it(`forms are named if only their names tell them apart: ${tag}`, async () => {
      const { words } = await loadLanguage(tag);
      const staff = { ...password, id: "staff", name: "Staff" };
      const news = { ...mail, id: "news", name: "Newsletter" };
      const { html, buttons } = await open([password, staff, mail, news], {
        language: tag,
      });
      assert.deepEqual(
        [...html.matchAll(/<p class="or">(.*?)<\/p>/g)].map(([, one]) => one),
        ["the PASSWORD", "Staff", "an Email", "Newsletter"],
      );
      assert.deepEqual(
        buttons,
        [words.signIn, words.signIn, words.sendLink, words.sendLink],
      );
    });
  }

  it("a way without fields is a button with the application's name for it", async () => {
    const pin = { ...password, credentials: { pin: { label: "Your PIN" } } };
    assert.deepEqual((await open([pin])).buttons, ["Sign in"]);
    const guest = { ...password, name: "Guest", credentials: {} };
    assert.deepEqual((await open([guest])).buttons, ["Guest"]);
  });

  it("in a grid the button shows the name, and screen readers hear the sentence", async () => {
    const many = ["A", "B", "C", "D", "E"]
      .map((name) => ({ ...work, id: name, name }));
    const { html, buttons } = await open(many);
    assert.deepEqual(buttons, ["A", "B", "C", "D", "E"]);
    assert.match(html, /<form class="ways grid"/);
    for (const { name } of many) {
      assert.ok(html.includes(` aria-label="Continue with ${name}">`));
    }
  });
});

describe("the style of a provider", () => {
  it("the button shows the provider's logo and colour, under a policy that allows no more", async () => {
    const logo = "data:image/svg+xml,%3Csvg%20xmlns='x'/%3E";
    const { html, policy } = await open([
      { ...work, style: { logo, brandColor: "#eb5424" } },
      { ...work, id: "other", name: "Other", style: { logo: "/own.svg" } },
      { ...work, id: "plain", name: "Plain" },
    ]);
    const mark = (src: string) =>
      `<img class="mark" src="${src}" alt="" width="20" height="20">`;
    const toUrl = (id: string) => `${origin}/auth/signin/${id}`;
    assert.ok(html.includes(
      `<button formaction="${toUrl("work")}">${
        mark("data:image/svg+xml,%3Csvg%20xmlns=&#39;x&#39;/%3E")
      }Continue with Work</button>`,
    ));
    assert.ok(html.includes(
      `<button formaction="${toUrl("other")}">${
        mark("/own.svg")
      }Continue with Other</button>`,
    ));
    assert.ok(html.includes(
      `<button formaction="${toUrl("plain")}">Continue with Plain</button>`,
    ));
    assert.doesNotMatch(html, / style=/);
    assert.match(policy, /img-src 'self' data:;/);
  });

  it("the button shows an initial on the brand's colour where there is no logo, in a readable ink", async () => {
    for (
      const [name, brandColor, initial, ink] of [
        ["Work Account One", "#000000", "W", "#fff"],
        ["ünited", "#ffe812", "Ü", "#000"],
        ["42 School", "#00babc", "4", "#000"],
        ["\u{20bb7}野家", "#767676", "\u{20bb7}", "#000"],
      ] as const
    ) {
      const provider = { ...work, name, style: { brandColor } };
      const { html } = await open([provider, { ...work, id: "b" }]);
      const [, fill] = /<button[^>]*><svg[^>]*><rect [^>]*fill="([^"]*)"/
        .exec(html) ?? [];
      assert.equal(fill, brandColor);
      assert.ok(html.includes(` fill="${ink}">${initial}</text></svg>`), name);
      const [on = 0, under = 1] = [ink.replace(/[^#]/g, "$&$&"), brandColor]
        .map((one) => toLuminance(one) + 0.05).sort((a, b) => b - a);
      assert.ok(on / under >= 4.5, name);
    }
    const dots = { ...work, name: "…", style: { brandColor: "#000000" } };
    assert.doesNotMatch((await open([dots])).html, /<button[^>]*><svg/);
  });

  it("the button takes the colour that older definitions call `bg`", async () => {
    const { html } = await open([{ ...work, style: { bg: "#663399" } }]);
    assert.match(html, /<rect [^>]*fill="#663399"/);
  });

  const wrong: Readonly<Record<string, Provider & { style: object }>> = {
    "an invalid colour": {
      ...work,
      style: { brandColor: "red}body{display:none" },
    },
    "a colour with a URL": { ...work, style: { brandColor: 'url("//x.y")' } },
    "a script as a logo": { ...work, style: { logo: "javascript:alert(1)" } },
    "data as a logo": { ...work, style: { logo: "data:text/html,x" } },
    "a logo of another site": {
      ...work,
      style: { logo: "https://x.example/a" },
    },
    "a logo too long for a page": {
      ...work,
      style: { logo: `data:image/svg+xml,${"x".repeat(4096)}` },
    },
    "a logo over http": { ...work, style: { logo: "http://x.example/a" } },
  };
  for (const [what, provider] of Object.entries(wrong)) {
    it(`the style is left out, and named in the log once, if it is ${what}`, async () => {
      const warnings: string[] = [];
      const id = crypto.randomUUID();
      const { html, policy } = await open([provider], { warnings, id });
      assert.ok(html.includes(
        `<button class="main" formaction="${origin}/auth/signin/work">Continue with Work</button>`,
      ));
      const [text = ""] = Object.values(provider.style);
      assert.ok(!html.includes(String(text)));
      assert.match(policy, /img-src 'self' data:;/);
      await open([provider], { warnings, id });
      const [key] = Object.keys(provider.style);
      const said = warnings.filter((line) => line.startsWith("provider-style"));
      assert.equal(said.length, 1);
      assert.match(
        said[0] ?? "",
        RegExp(`Provider "work": \`style\\.${key}\` must be`),
      );
    });
  }
});

/** Relative luminance (WCAG 2.2). */
function toLuminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((one) =>
      one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4
    );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
