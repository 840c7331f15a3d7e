/** The size of every built-in page as it is sent, without the marks of providers. */

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Auth, type AuthConfig } from "@latchkey/auth";
import { TAGS } from "./page_language.ts";
import { hasBox } from "./theme/check_style.ts";
import { FACTOR_PAGES } from "./theme/factor_style.ts";
import { toPageStyle, toStyle } from "./theme/page_style.ts";
import { pages, render, theme } from "./pages_testkit.ts";

const PAGE = 12_000;
const SHEET = 4_000;
/** What a box to tick may add to it. */
const BOX = 200;
/** What the pages of second factors may add to it. */
const FACTOR = 600;

function toBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

describe("the weight of the built-in pages", () => {
  it("every page has less than 12 kB in every language, with its style", async () => {
    for (const tag of TAGS) {
      for (const [what, model] of pages) {
        const size = toBytes(await render(model, { tag, theme }));
        assert.ok(size < PAGE, `${tag}: ${what}: ${size}`);
      }
    }
  });

  it("the style sheet has 4 kB at most with the theme's colours", async () => {
    const themes = [
      {},
      { colorScheme: "light" },
      { brandColor: "rgb(20.123% 40.456% 70.789%)", buttonText: "#fedcba" },
      { brandColor: "#2b3628", buttonText: "#54b0f7", radius: "1.96875rem" },
    ] as const;
    for (const theme of themes) {
      for (const [what, model] of pages) {
        const { css } = await toPageStyle(theme, model);
        const most = SHEET + (hasBox(model) ? BOX : 0) +
          (FACTOR_PAGES.includes(model.name) ? FACTOR : 0);
        assert.ok(toBytes(css) <= most, `${what}: ${toBytes(css)}`);
      }
    }
  });

  it("every page with a box to tick has the style of boxes", async () => {
    let boxes = 0;
    for (const [what, model] of pages) {
      if (!(await render(model, { theme })).includes('class="check"')) continue;
      boxes++;
      const { css } = await toPageStyle(theme, model);
      assert.match(css, /\.check\{/, what);
    }
    assert.ok(boxes >= 3, `${boxes}`);
  });

  it("a theme's style sheet is made once", async () => {
    assert.equal(toStyle(theme), toStyle(theme));
    const { hash } = await toStyle(theme);
    const { hash: other } = await toStyle({ ...theme, css: "b{color:red}" });
    assert.notEqual(hash, other);
  });

  it("an answer has the sizes that were measured here, and loads nothing else", async () => {
    const config: AuthConfig = {
      secret: "a secret of at least 32 characters, or more",
      origin: "https://app.example",
      providers: [],
    };
    const answer = await Auth(
      new Request("https://app.example/auth/error", {
        headers: { accept: "text/html" },
      }),
      config,
    );
    const text = await answer.text();
    assert.ok(toBytes(text) < PAGE);
    assert.equal(text.match(/<style>/g)?.length, 1);
    assert.doesNotMatch(text, /<link|<script|<img|@import|@font-face|url\(/);
  });
});
