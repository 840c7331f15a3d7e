/** Reads the forms of a page, and its automatic redirect. */

import { readTokens } from "./html_tokens.ts";
import type { Token } from "./html_tokens.ts";

/** A button that submits a form. */
export interface FormButton {
  /** The button's label. */
  readonly text: string;
  /** The field that it adds; `undefined` for none. */
  readonly name: string | undefined;
  /** The value of that field. */
  readonly value: string;
  /** Its own target instead of the form's. */
  readonly action: string | undefined;
}

/** A form as the visitor sees it. */
export interface PageForm {
  /** The absolute URL that it is sent to. */
  readonly action: string;
  /** `"GET"` or `"POST"`. */
  readonly method: string;
  /** Names and values in page order, hidden inputs included. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Its submit buttons. */
  readonly buttons: readonly FormButton[];
}

interface Draft {
  readonly action: string;
  readonly method: string;
  readonly fields: (readonly [string, string])[];
  readonly buttons: FormButton[];
}

type Attributes = ReadonlyMap<string, string>;

/** Reads the forms of a page at `url`. */
export function readForms(html: string, url: string): PageForm[] {
  const tokens = readTokens(html);
  const forms: Draft[] = [];
  let form: Draft | undefined;
  tokens.forEach((token, index) => {
    if (token.kind === "close" && token.name === "form") form = undefined;
    if (token.kind !== "open") return;
    if (token.name === "form" && !form) {
      form = toDraft(token.attributes, url);
      forms.push(form);
    } else if (form && !token.attributes.has("disabled")) {
      addControl(
        form,
        token.name,
        token.attributes,
        () => readText(tokens, index),
        url,
      );
    }
  });
  return forms;
}

function toDraft(attributes: Attributes, url: string): Draft {
  return {
    action: new URL(attributes.get("action") || url, url).href,
    method: attributes.get("method")?.toLowerCase() === "post" ? "POST" : "GET",
    fields: [],
    buttons: [],
  };
}

function addControl(
  form: Draft,
  element: string,
  attributes: Attributes,
  readContent: () => string,
  url: string,
): void {
  const name = attributes.get("name");
  const type = (attributes.get("type") ?? "").toLowerCase();
  const value = attributes.get("value") ?? "";
  const isButton = element === "button"
    ? type === "" || type === "submit"
    : type === "submit";
  if ((element === "button" || element === "input") && isButton) {
    const text = element === "button" ? readContent().trim() : value;
    form.buttons.push({
      text,
      name,
      value,
      action: readAction(attributes, url),
    });
  } else if (element === "textarea" && name) {
    form.fields.push([name, readContent()]);
  } else if (element === "input" && name && isSent(type, attributes)) {
    form.fields.push([
      name,
      value || (type === "checkbox" || type === "radio" ? "on" : ""),
    ]);
  }
}

function readAction(attributes: Attributes, url: string): string | undefined {
  const action = attributes.get("formaction");
  return action === undefined ? undefined : new URL(action, url).href;
}

function isSent(type: string, attributes: Attributes): boolean {
  if (type === "checkbox" || type === "radio") return attributes.has("checked");
  return !["button", "reset", "image", "file"].includes(type);
}

/**
 * Returns the text up to the end of the element that opens at `index`, without
 * the tags in it.
 */
function readText(tokens: readonly Token[], index: number): string {
  const opened = tokens[index];
  if (opened?.kind !== "open") return "";
  let text = "";
  for (const token of tokens.slice(index + 1)) {
    if (token.kind === "close" && token.name === opened.name) break;
    if (token.kind === "text") text += token.text;
  }
  return text.replace(/\s+/g, " ");
}

/**
 * Returns the URL that the page redirects to immediately: a `Refresh` header or
 * its `<meta>`, after 0 seconds.
 */
export function findRefresh(
  headers: Headers,
  html: string,
  url: string,
): string | undefined {
  const header = headers.get("refresh");
  if (header !== null) return readRefresh(header, url);
  if (!(headers.get("content-type") ?? "").includes("html")) return undefined;
  for (const token of readTokens(html)) {
    if (token.kind !== "open" || token.name !== "meta") continue;
    if (token.attributes.get("http-equiv")?.toLowerCase() !== "refresh") {
      continue;
    }
    return readRefresh(token.attributes.get("content") ?? "", url);
  }
  return undefined;
}

function readRefresh(content: string, url: string): string | undefined {
  const [, rest] = /^\s*0+(?:\.0*)?\s*[;,](.*)$/s.exec(content) ?? [];
  if (rest === undefined) return undefined;
  const address = rest.trim().replace(/^url\s*=\s*/i, "").replace(
    /^["']|["']$/g,
    "",
  );
  return new URL(address, url).href;
}
