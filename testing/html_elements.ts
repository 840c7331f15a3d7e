/** Reads the elements of a page as browsers do, with the package parse5. */

import type { DefaultTreeAdapterTypes } from "parse5";

type Parser = Pick<typeof import("parse5"), "parse">;

/** An element of a page. */
export interface PageElement {
  /** The tag's name in lower case. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** The form that contains it. */
  readonly form: PageElement | undefined;
  /** Returns the text in it. */
  readonly text: () => string;
}

/** A page, whose elements most tests do not need. */
export interface Markup {
  readonly html: string;
  /**
   * Reads the elements in page order, without those of templates. The first
   * call parses the page.
   */
  readonly elements: () => readonly PageElement[];
}

/**
 * Loads the parser that a page needs.
 *
 * @param load the import; replaced in tests
 * @throws Error that says what to install
 */
export async function toMarkup(
  html: string,
  load: () => Promise<Parser> = importParser,
): Promise<Markup> {
  // An answer without any tag, such as JSON, needs no parser.
  if (!html.includes("<")) return { html, elements: () => [] };
  const { parse } = await load().catch((cause) => {
    throw new Error(
      "The browser reads pages with the package `parse5`: `npm install --save-dev parse5`.",
      { cause },
    );
  });
  let elements: PageElement[] | undefined;
  return { html, elements: () => elements ??= readElements(html, parse) };
}

function readElements(html: string, parse: Parser["parse"]): PageElement[] {
  const elements: PageElement[] = [];
  // The browser runs no scripts, so it shows what is in a <noscript>.
  collect(parse(html, { scriptingEnabled: false }), undefined, elements);
  return elements;
}

async function importParser(): Promise<Parser> {
  // Bundlers let a package be missing if its import is in a `try`.
  try {
    return await import("parse5");
  } catch (error) {
    throw error;
  }
}

function collect(
  node: DefaultTreeAdapterTypes.Node,
  form: PageElement | undefined,
  elements: PageElement[],
): void {
  if (!("childNodes" in node)) return;
  let inner = form;
  if ("tagName" in node) {
    const name = node.tagName;
    const attributes = new Map(node.attrs.map((one) => [one.name, one.value]));
    const element = { name, attributes, form, text: () => readText(node) };
    elements.push(element);
    if (name === "form") inner = element;
  }
  for (const child of node.childNodes) collect(child, inner, elements);
}

function readText(node: DefaultTreeAdapterTypes.Node): string {
  if ("value" in node) return node.value;
  return "childNodes" in node ? node.childNodes.map(readText).join("") : "";
}
