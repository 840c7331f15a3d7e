import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { linkForSite, type Page, readPages } from "./pages.ts";
import { findUnplaced, toSidebars } from "./sidebar.ts";
import { toTabs } from "./tabs.ts";

const fence = "```";
const known = new Set(["users.md", "migrate/index.md", "changes.md"]);
const link = (text: string, source = "docs/start.md") =>
  linkForSite({ path: "", source, text }, known);

describe("the pages of the site", () => {
  it("a link leads to the page, from whichever folder it is", () => {
    assert.equal(link("[a](users.md#ids)"), "[a](/users.md#ids)");
    assert.equal(
      link("[a](../users.md), [b](README.md)", "docs/migrate/tables.md"),
      "[a](/users.md), [b](/migrate/index.md)",
    );
    assert.equal(link("[a](../CHANGELOG.md)"), "[a](/changes.md)");
    assert.equal(link("![a](sign-in.png)"), "![a](/sign-in.png)");
  });

  it("a link to code is a text while the repository is not public, and code stays as it is", () => {
    assert.equal(link("[the `code`](../core/a.ts)"), "the `code`");
    const code = `${fence}ts\nconst a = b[0](users.md);\n${fence}`;
    assert.equal(link(`${code}\n[a](users.md)`), `${code}\n[a](/users.md)`);
  });

  it("every page is in the sidebar", async () => {
    const pages = await readPages();
    assert.deepEqual(findUnplaced(pages, toSidebars(pages)), []);
  });

  it("a page that no group names is after the others of its folder", () => {
    const toPage = (name: string): Page => ({
      path: `${name}.md`,
      source: "",
      text: `# The ${name}`,
    });
    const pages = ["logout", "how-to/new"].map(toPage);
    const [group] = toSidebars(pages)["/"] ?? [];
    assert.deepEqual(group, {
      text: "How-to",
      items: [
        { text: "The how-to/new", link: "/how-to/new" },
        { text: "The logout", link: "/logout" },
      ],
    });
  });
});

describe("tabs", () => {
  const commands = (text: string) =>
    [
      ...toTabs(`${fence}sh\n${text}\n${fence}\n`)
        .matchAll(/^```sh \[(\w+)\]\n([^]*?)\n```$/gm),
    ]
      .map(([, name, body]) => `${name}: ${body}`);

  it("a command of npm is there for each package manager", () => {
    assert.deepEqual(commands("npm install --save-dev parse5"), [
      "npm: npm install --save-dev parse5",
      "pnpm: pnpm add -D parse5",
      "yarn: yarn add -D parse5",
      "bun: bun add -d parse5",
      "deno: deno add --dev npm:parse5",
    ]);
    assert.deepEqual(
      commands("npm create @latchkey@latest my-app -- --yes\nnpm run dev"),
      [
        "npm: npm create @latchkey@latest my-app -- --yes\nnpm run dev",
        "pnpm: pnpm create @latchkey@latest my-app --yes\npnpm run dev",
        "yarn: yarn create @latchkey@latest my-app --yes\nyarn run dev",
        "bun: bun create @latchkey@latest my-app --yes\nbun run dev",
        "deno: deno run -A npm:@latchkey/create@latest my-app --yes\ndeno task dev",
      ],
    );
    assert.deepEqual(commands("npx @latchkey/cli init"), [
      "npm: npx @latchkey/cli init",
      "pnpm: pnpm dlx @latchkey/cli init",
      "yarn: yarn dlx @latchkey/cli init",
      "bun: bunx @latchkey/cli init",
      "deno: deno run -A jsr:@latchkey/cli init",
    ]);
  });

  it("other commands stay as they are", () => {
    assert.deepEqual(commands("npx wrangler deploy"), []);
    assert.deepEqual(commands("npm install a\nnode app.js"), []);
  });

  it("neighbours with labels are one group", () => {
    const page =
      `${fence}ts ignore [A]\na\n${fence}\n\n${fence}tsx [B]\nb\n${fence}\n\nEnd.\n`;
    assert.equal(
      toTabs(page),
      `::: code-group\n\n${page.replace("\n\nEnd.\n", "")}\n\n:::\n\nEnd.\n`,
    );
    const alone = `${fence}ts [A]\na\n${fence}\n`;
    assert.equal(toTabs(alone), alone);
  });
});
