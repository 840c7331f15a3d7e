/** Mistakes in the theme, as an application finds them. */

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Auth, createAuth, type Theme } from "@latchkey/auth";
import { ConfigurationError } from "@latchkey/auth/errors";
import { ServerAuth } from "@latchkey/auth/server";
import { createApp, toRequest } from "../../../testing/app_testkit.ts";
import { mint, plant } from "../../session/session_testkit.ts";

const html = { accept: "text/html" };

/** Opens the sign-in page, and returns it with what the log says. */
async function open(theme: unknown, count = 1) {
  const log: string[] = [];
  const config = {
    secret: `a secret that is as long as it has to be ${crypto.randomUUID()}`,
    origin: "http://localhost",
    providers: [],
    theme: theme as Theme,
    logger: {
      error: (error: Error) => void log.push(...error.message.split("\n")),
      warn: (code: string, text: string) => void log.push(`${code} ${text}`),
    },
  };
  let answer = new Response();
  for (let i = 0; i < count; i++) {
    const request = new Request("http://localhost/auth/signin", {
      headers: html,
    });
    answer = await Auth(request, { ...config });
  }
  const policy = answer.headers.get("content-security-policy") ?? "";
  return { status: answer.status, text: await answer.text(), policy, log };
}

async function assertRefused(theme: unknown, words: RegExp): Promise<void> {
  const { status, text, log } = await open(theme);
  const what = JSON.stringify(theme).slice(0, 80);
  assert.equal(status, 500, what);
  assert.equal(log.length, 1, what);
  assert.match(log[0] ?? "", words);
  assert.doesNotMatch(text, /alert\(1\)/);
}

const evil = "red}</style><script>alert(1)</script>";
const long = "x".repeat(100_000);

describe("a theme", () => {
  it("every option of a theme can be used at once", async () => {
    const { status, log } = await open({
      name: "Räksmörgås & Søn 🦐",
      logo: { light: "/logo.svg", dark: "https://cdn.example/dark.svg" },
      brandColor: "rgb(10% 40% 90%)",
      buttonText: "white",
      colorScheme: "auto",
      radius: "0.75rem",
      css: "h1 { font-style: italic }",
      links: {
        terms: "/terms",
        privacy: "https://example.com/privacy?a=1#b",
        help: "mailto:help@example.com?subject=Help%20me",
      },
    });
    assert.equal(status, 200);
    assert.deepEqual(log, []);
  });

  it("a colour that cannot be computed is refused", async () => {
    for (const key of ["brandColor", "buttonText"]) {
      for (
        const text of [
          "tomatoo",
          "currentcolor",
          "transparent",
          "canvas",
          "#12345",
          "rgb(1 2)",
          "hsl(120 100% 50%)",
          "oklch(50% 0.2 260)",
          "color(srgb 1 0 0)",
          "",
          "var(--x)",
          "color-mix(in srgb, red, blue)",
          evil,
          long,
          ["red"],
          7,
        ]
      ) {
        await assertRefused(
          { [key]: text },
          RegExp(`\`theme\\.${key}\` must be a`),
        );
      }
    }
  });

  it("every mistake is found at construction, before the first request", () => {
    const wrong: readonly (readonly [string, unknown])[] = [
      ["brandColor", "tomatoo"],
      ["brandColor", "transparent"],
      ["brandColor", evil],
      ["buttonText", "var(--x)"],
      ["name", "a\r\nBcc: b@c.example"],
      ["logo", "javascript:alert(1)"],
      ["colorScheme", "sepia"],
      ["radius", "50%"],
      ["css", evil],
      ["links", { help: "help" }],
    ];
    for (const [key, value] of wrong) {
      const config = { providers: [], theme: { [key]: value } as Theme };
      for (
        const construct of [() => createAuth(config), () => ServerAuth(config)]
      ) {
        assert.throws(
          construct,
          (error) =>
            error instanceof ConfigurationError &&
            RegExp(`\`theme\\.${key}\\b.* must be `).test(error.message),
          `${key}: ${value}`,
        );
      }
    }
  });

  it("a name is one line of at most 100 characters", async () => {
    for (
      const name of ["", " ", "a\r\nBcc: b@c.example", "a\u2028b", long, 7]
    ) {
      await assertRefused(
        { name },
        /`theme\.name` must be a string of at most/,
      );
    }
  });

  it("a logo is a path or a URL, or one for each scheme", async () => {
    const logo = "/a.svg";
    for (
      const wrong of [
        "logo.svg",
        "//x.example/a.svg",
        "javascript:alert(1)",
        "data:image/svg+xml,<svg onload=alert(1)>",
        `/${long}`,
        7,
        [],
        {},
        { light: logo },
        { light: logo, dark: "javascript:alert(1)" },
      ]
    ) await assertRefused({ logo: wrong }, /`theme\.logo` must be a path/);
  });

  it("the policy of a page allows the logos of both schemes", async () => {
    const { policy } = await open({
      logo: {
        light: "https://cdn.example/light.svg",
        dark: "https://dark.example/logo.svg",
      },
    });
    assert.match(
      policy,
      /img-src 'self' data: https:\/\/cdn\.example https:\/\/dark\.example;/,
    );
  });

  it("a radius is from 0 to 32 pixels", async () => {
    for (
      const radius of [
        -1,
        32.1,
        NaN,
        Infinity,
        "8",
        "8em",
        "33px",
        "2.1rem",
        "50%",
        "calc(1px)",
        evil,
        long,
        "",
        null,
        [8],
      ]
    ) await assertRefused({ radius }, /`theme\.radius` must be a number/);
    for (const radius of [0, 32, "0px", "32px", "2rem", ".5rem"]) {
      assert.equal((await open({ radius })).status, 200);
    }
  });

  it("rules of the application cannot end the style sheet", async () => {
    const ends = [
      "</STYLE>",
      "</style >",
      "</style\n>",
      "</style/>",
      "</style",
    ];
    for (const css of [evil, ...ends, long, 7]) {
      await assertRefused({ css }, /`theme\.css` must be a string of at most/);
    }
    assert.equal((await open({ css: "a".repeat(20_000) })).status, 200);
  });

  it("a link is a path, or an https or mailto URL", async () => {
    for (const key of ["terms", "privacy", "help"]) {
      for (
        const url of [
          "terms",
          "//x.example",
          "/\\x.example",
          "http://x.example/",
          "javascript:alert(1)",
          "data:text/html,alert(1)",
          "https://user@x.example/",
          'mailto:a@b.example"><script>',
          "mailto:",
          `/${long}`,
          `mailto:${long}`,
          "",
          7,
        ]
      ) {
        await assertRefused(
          { links: { [key]: url } },
          RegExp(`\`theme\\.links\\.${key}\` must be a path like`),
        );
      }
    }
    await assertRefused(
      { links: { imprint: "/imprint" } },
      /`theme\.links\.imprint` does not exist: there are terms, privacy, help\./,
    );
    await assertRefused(
      { links: "/terms" },
      /`theme\.links` must be an object/,
    );
  });

  it("all mistakes are reported together", async () => {
    const { log } = await open({
      name: "",
      brandColor: "tomatoo",
      links: { help: "help" },
    });
    const named = log.map((line) => /`([\w.]+)`/.exec(line)?.[1]);
    assert.deepEqual(named, [
      "theme.name",
      "theme.brandColor",
      "theme.links.help",
    ]);
  });

  it("a text of the button that cannot be read is named in the log once", async () => {
    const theme = { brandColor: "#fde68a", buttonText: "#fff" };
    const { status, log } = await open(theme, 2);
    assert.equal(status, 200);
    assert.equal(log.length, 1);
    assert.match(log[0] ?? "", /^theme `theme\.buttonText` is hard to read/);
  });

  it("a guard shows no page with the wrong theme of a single request", async () => {
    const site = await createApp({ config: { theme: { css: evil } } });
    plant(site.browser, await mint(site.secret));
    const request = toRequest(site.browser, "/", { headers: html });
    const auth = createAuth(() => site.config);
    await assert.rejects(
      () => auth.require(request, { when: () => false }),
      /`theme\.css` must be a string/,
    );
  });
});
