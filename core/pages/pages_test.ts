/** The properties that every built-in page has in every language. */

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { TAGS } from "./page_language.ts";
import { site } from "../../testing/app_testkit.ts";
import {
  type Element,
  pages,
  readPage,
  render,
  theme,
} from "./pages_testkit.ts";
import { passwordTexts } from "./password_pages_testkit.ts";

/** Texts that are no words of a language: names, addresses and examples. */
const DATA: ReadonlySet<string> = new Set([
  ...passwordTexts,
  "Acme",
  "Ada Lovelace",
  "AL",
  "A",
  "Apple",
  "Example",
  "GitHub",
  "GitLab",
  "Google",
  "Guest",
  "Spotify",
  "Vipps",
  "G",
  "S",
  "V",
  "abcDEF_1",
  "app.example/delete",
  "app.example/transfer",
  "to",
  "Grace",
  "•••",
  "ada@example.test",
  "1234 5678",
  "mail",
  "name@example.com",
  "news",
  "s",
  "nick",
  "password",
  "staff",
  ".",
]);

/** Words that a language shares with English. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  de: ["Code"],
  fr: ["Code"],
  it: ["Password", "Privacy"],
  nl: ["Code", "Privacy", "Help"],
};

const RIGHT_TO_LEFT = ["ar"];
const VOID = /^(?:meta|input|img|source|style|script|svg|path|rect|circle)$/;

function list(elements: readonly Element[], ...names: string[]): Element[] {
  return elements.filter(({ name }) => names.includes(name));
}

/** The name by which a screen reader calls an element. */
function toName({ attributes, text }: Element): string {
  return attributes["aria-label"] ?? text;
}

function hasClass({ attributes }: Element, name: string): boolean {
  return (attributes.class ?? "").split(" ").includes(name);
}

/** All texts that a visitor reads or hears. */
function readTexts(elements: readonly Element[]): string[] {
  return elements.flatMap(({ name, attributes, texts }) => [
    ...(/^(?:style|script)$/.test(name) ? [] : texts),
    ...["aria-label", "placeholder", "title", "alt"]
      .flatMap((one) => attributes[one] || []),
    ...Object.values(JSON.parse(attributes["data-passkey-texts"] ?? "{}")),
  ]).map(String);
}

/** All pages in one language: a name for messages, and the elements. */
type Read = readonly (readonly [what: string, elements: Element[]])[];

/** The pages of English, with which all others are compared, and of the latest language. */
const known = new Map<string, Read>();

/** Reads every page in a language, once for all assertions about it. */
async function readAll(tag: string): Promise<Read> {
  const found = known.get(tag);
  if (found !== undefined) return found;
  const read: [string, Element[]][] = [];
  for (const [what, model] of pages) {
    const html = await render(model, { tag, theme });
    read.push([`${tag}: ${what}`, readPage(html)]);
  }
  for (const other of known.keys()) if (other !== "en") known.delete(other);
  known.set(tag, read);
  return read;
}

/** Runs an assertion about each page; a failure says which page it is about. */
async function each(
  tag: string,
  check: (elements: Element[], what: string) => unknown,
): Promise<void> {
  for (const [what, elements] of await readAll(tag)) {
    await check(elements, what);
  }
}

for (const tag of TAGS) {
  describe(`every built-in page in one language: ${tag}`, () => {
    it("the page is well-formed, and says its language and its direction", async () => {
      await each(tag, (all, what) => {
        const [html] = list(all, "html");
        const dir = RIGHT_TO_LEFT.includes(tag) ? "rtl" : "ltr";
        assert.deepEqual(html?.attributes, { lang: tag, dir }, what);
      });
    });

    it("every sentence is complete, and nothing has an empty name", async () => {
      await each(tag, (all, what) => {
        for (const text of readTexts(all)) {
          assert.doesNotMatch(text, /[{}]|undefined|null\b|\[object/, what);
        }
        const [title, ...titles] = list(all, "title");
        const [heading, ...headings] = list(all, "h1");
        assert.ok(heading?.text && title?.text.includes(heading.text), what);
        assert.deepEqual([titles.length, headings.length], [0, 0], what);
        for (const one of list(all, "a", "button", "label", "li", "code")) {
          assert.ok(/\S/.test(toName(one)), `${what}: ${one.name}`);
        }
        for (const one of list(all, "p", "b", "bdi", "span")) {
          const isForScript = "hidden" in one.attributes;
          const isCounter = one.name === "bdi" &&
            one.parents.some((parent) => hasClass(parent, "wait"));
          const isIcon = hasClass(one, "disc");
          if (isForScript || isCounter || isIcon) continue;
          assert.ok(one.text !== "", `${what}: empty ${one.name}`);
        }
      });
    });

    it("no text is English, except what the language shares with it", async () => {
      if (tag === "en") return;
      const allowed = new Set([...DATA, ...SHARED[tag] ?? []]);
      const met = new Set<string>();
      const english = await readAll("en");
      for (const [i, [what, own]] of (await readAll(tag)).entries()) {
        const known = new Set(readTexts(english[i]?.[1] ?? []));
        for (const text of readTexts(own)) {
          if (!known.has(text)) continue;
          assert.ok(allowed.has(text), `${what}: ${text}`);
          met.add(text);
        }
      }
      // The list has no word that is not needed.
      for (const word of SHARED[tag] ?? []) assert.ok(met.has(word), word);
    });

    it("one button is the main one at most, and one element takes the focus at most", async () => {
      await each(tag, (all, what) => {
        const main = all.filter((one) => hasClass(one, "main"));
        assert.ok(main.length <= 1, what);
        const focus = all.filter(({ attributes }) => "autofocus" in attributes);
        assert.ok(focus.length <= 1, what);
      });
    });

    it("ids are unique, every field has a label, and references lead to an element", async () => {
      await each(tag, (all, what) => {
        const ids = all.flatMap(({ attributes: { id } }) => id ?? []);
        assert.equal(new Set(ids).size, ids.length, `${what}: ${ids}`);
        const labels = list(all, "label").map(({ attributes }) =>
          attributes.for
        );
        assert.equal(new Set(labels).size, labels.length, what);
        const inputs = list(all, "input", "select", "textarea")
          .filter(({ attributes }) =>
            attributes.type !== "hidden" && !("hidden" in attributes)
          );
        assert.deepEqual(
          inputs.map(({ attributes }) => attributes.id).sort(),
          [...labels].sort(),
          what,
        );
        for (const { attributes } of all) {
          for (
            const name of [
              "aria-describedby",
              "data-shows",
              "data-passkey-fields",
            ]
          ) {
            const id = attributes[name];
            if (id !== undefined) assert.ok(ids.includes(id), what);
          }
        }
      });
    });

    it("nothing runs or is styled from an attribute, and nothing is of another origin", async () => {
      await each(tag, (all, what) => {
        const leaves = what.endsWith(": leave");
        for (const { name, attributes } of all) {
          for (const [key, value] of Object.entries(attributes)) {
            assert.doesNotMatch(key, /^(?:on|style$)/, what);
            const isUrl = /^(?:src|srcset|href|action|formaction|content)$/
              .test(key) && name !== "meta";
            // An authenticator app, and a file of recovery codes.
            if (/^(?:otpauth:|data:text\/plain;)/.test(value)) continue;
            if (isUrl && !(leaves && name === "a")) {
              assert.equal(new URL(value, site).origin, site, what);
            }
            assert.doesNotMatch(value, /^\s*javascript:/i, what);
          }
        }
        assert.deepEqual(list(all, "link", "iframe", "object", "base"), []);
      });
    });
  });
}

describe("the forms of every built-in page", () => {
  it("every form is posted, with a CSRF token unless only a script sends it or its URL names a kept form", async () => {
    await each("en", (all, what) => {
      for (const form of list(all, "form")) {
        assert.equal(form.attributes.method, "post", what);
        const tokens = list(all, "input").filter(({ attributes, parents }) =>
          attributes.name === "csrfToken" && parents.includes(form)
        );
        const isForScript = "data-passkey" in form.attributes;
        const isKept = /[?&]kept-form=./.test(form.attributes.action ?? "");
        assert.equal(isKept, what.startsWith("en: kept form"), what);
        assert.equal(tokens.length, isForScript || isKept ? 0 : 1, what);
        for (const { attributes } of tokens) {
          assert.deepEqual(
            [attributes.type, attributes.value],
            ["hidden", "token"],
          );
        }
      }
    });
  });

  it("every form can be sent without a script, by a button that says where it leads", async () => {
    await each("en", (all, what) => {
      for (const form of list(all, "form")) {
        const buttons = list(all, "button").filter(({ attributes, parents }) =>
          parents.includes(form) && attributes.type !== "button"
        );
        const { action } = form.attributes;
        const isForScript = "data-passkey" in form.attributes ||
          list(all, "button").some(({ attributes, parents }) =>
            attributes["data-passkey-action"] && parents.includes(form)
          );
        assert.ok(buttons.length > 0 || isForScript, what);
        for (const { attributes } of buttons) {
          assert.ok(attributes.formaction ?? action, what);
        }
      }
    });
  });

  it("what only a script can do is hidden until the script shows it", async () => {
    await each("en", (all, what) => {
      for (const one of list(all, "button")) {
        if (one.attributes.type !== "button") continue;
        const hidden = [one, ...one.parents]
          .some(({ attributes }) => "hidden" in attributes);
        assert.ok(hidden, what);
      }
    });
  });

  it("icons are hidden from screen readers, and elements with a role have a text or wait for one", async () => {
    await each("en", (all, what) => {
      for (const { attributes } of list(all, "svg")) {
        // A QR code is no icon.
        const isNamed = attributes.role === "img" && attributes["aria-label"];
        if (isNamed) continue;
        assert.equal(attributes["aria-hidden"], "true", what);
      }
      for (const one of all) {
        if (one.attributes.role !== "alert") continue;
        assert.ok(one.text !== "" || "hidden" in one.attributes, what);
      }
      for (const one of all) {
        assert.ok(
          one.texts.length === 0 || !VOID.test(one.name) ||
            /^(?:style|script)$/.test(one.name),
          what,
        );
      }
    });
  });
});
