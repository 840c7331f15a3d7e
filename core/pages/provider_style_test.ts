/** The button of a provider: its label in every language, its colour and its logo. */

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Auth, type AuthConfig, type Provider } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Credentials } from "@latchkey/auth/providers/credentials";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { loadLanguage, TAGS } from "./page_language.ts";
import { CSS } from "./style.ts";

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

function readButtons(html: string): string[] {
  return [...html.matchAll(/<button[^>]*>(.*?)<\/button>/g)]
    .map(([, text = ""]) => text.replace(/<[^>]*>/g, ""));
}

describe("the words on a button", () => {
  for (const tag of TAGS) {
    it(`buttons are one sentence, and contain no name that was written for another button: ${tag}`, async () => {
      const { words } = await loadLanguage(tag);
      const named = words.withProvider.replace("{name}", "Work");
      const { buttons, html } = await open([work, password, mail, Passkey()], {
        language: tag,
      });
      assert.deepEqual(buttons, [
        named,
        words.withPassword,
        words.withMail,
        words.usePasskey,
        words.createPasskey,
      ]);
      assert.doesNotMatch(html, /the PASSWORD|an Email/);
    });

    it(`buttons name providers that only their names tell apart: ${tag}`, async () => {
      const { words } = await loadLanguage(tag);
      const staff = { ...password, id: "staff", name: "Staff" };
      const news = { ...mail, id: "news", name: "Newsletter" };
      const { buttons } = await open([password, staff, mail, news], {
        language: tag,
      });
      assert.deepEqual(
        buttons,
        ["the PASSWORD", "Staff", "an Email", "Newsletter"]
          .map((name) => words.named.replace("{name}", name)),
      );
    });
  }

  it("buttons mention a password only if a field takes one", async () => {
    const pin = { ...password, credentials: { pin: { label: "Your PIN" } } };
    assert.deepEqual((await open([pin])).buttons, ["Sign in"]);
    const guest = { ...password, name: "Guest", credentials: {} };
    assert.deepEqual((await open([guest])).buttons, ["Sign in: Guest"]);
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
    assert.ok(html.includes(
      '<button class="brand brand-work"><img class="mark" src="data:image/svg+xml,%3Csvg%20xmlns=&#39;x&#39;/%3E" alt="" width="24" height="24">Sign in with Work</button>',
    ));
    assert.ok(html.includes(
      '<button class=""><img class="mark" src="/own.svg" alt="" width="24" height="24">Sign in with Other</button>',
    ));
    assert.ok(html.includes('<button class="">Sign in with Plain</button>'));
    assert.match(
      html,
      /\.brand-work\{--brand:#eb5424;--on-brand:#000\}\n?<\/style>/,
    );
    assert.doesNotMatch(html, / style=/);
    assert.match(policy, /img-src 'self' data:;/);
  });

  it("the button shows initials in the brand colour where there is no logo, in a readable ink", async () => {
    const named = (name: string, brandColor: string) => ({
      ...work,
      name,
      style: { brandColor },
    });
    for (
      const [name, color, initials, ink] of [
        ["Work Account One", "#000000", "WA", "#fff"],
        ["ünited", "#ffe812", "Ü", "#000"],
        ["42 School", "#00babc", "4S", "#000"],
        ["\u{20bb7}野家", "#767676", "\u{20bb7}", "#000"],
      ] as const
    ) {
      const { html } = await open([named(name, color)]);
      assert.ok(
        html.includes(
          `<span class="mark initials" aria-hidden="true">${initials}</span>`,
        ),
        name,
      );
      assert.ok(html.includes(`{--brand:${color};--on-brand:${ink}}`));
      const [on, under] = [
        ink.length === 4 ? `${ink}${ink.slice(1)}` : ink,
        color,
      ]
        .map((one) => toLuminance(toRgb(one)) + 0.05)
        .sort((a, b) => b - a);
      assert.ok((on ?? 0) / (under ?? 1) >= 4.5, name);
    }
    const { html } = await open([named("…", "#000000")]);
    assert.doesNotMatch(html, /initials"/);
  });

  it("the button takes the colour that older definitions call `bg`", async () => {
    const { html } = await open([{ ...work, style: { bg: "rebeccapurple" } }]);
    assert.match(html, /\.brand-work\{--brand:rebeccapurple\}/);
    assert.match(html, /class="main brand brand-work"/);
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
      assert.ok(
        html.includes('<button class="main">Sign in with Work</button>'),
      );
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

/** Red, green and blue of a hexadecimal colour. */
function toRgb(hex: string): number[] {
  const long = hex.length === 4 ? hex.replace(/[^#]/g, "$&$&") : hex;
  return [1, 3, 5].map((at) => parseInt(long.slice(at, at + 2), 16));
}

/** Relative luminance (WCAG 2.2). */
function toLuminance(rgb: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = rgb.map((one) => one / 255)
    .map((one) =>
      one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4
    );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

describe("the text on a button in any colour", () => {
  const [, light = "", dark = ""] =
    /:root\{(.*?)\}.*?\.auto\{(.*?)\}/s.exec(CSS) ?? [];
  const [, percent = ""] = /--brand\) (\d+)%,var\(--card\)/.exec(CSS) ?? [];
  const read = (scheme: string, name: string) =>
    toRgb(RegExp(`--${name}:(#\\w+)`).exec(scheme)?.[1] ?? "");

  for (const [name, scheme] of Object.entries({ light, dark })) {
    it(`the text has enough contrast in the ${name} colour scheme`, () => {
      const [ink, card] = [read(scheme, "ink"), read(scheme, "card")];
      const share = Number(percent) / 100;
      assert.ok(share > 0);
      for (let color = 0; color < 8; color++) {
        // The corners of the colour space are its extremes.
        const brand = [4, 2, 1].map((bit) => color & bit ? 255 : 0);
        const ground = card.map((one, at) =>
          one * (1 - share) + (brand[at] ?? 0) * share
        );
        const [a = 0, b = 0] = [ink, ground].map(toLuminance)
          .sort((one, other) => other - one);
        assert.ok((a + 0.05) / (b + 0.05) >= 7, `${brand}`);
      }
    });
  }
});
