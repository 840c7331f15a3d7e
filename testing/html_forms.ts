/** Reads the forms of a page, and its automatic redirect. */

import type { Markup, PageElement } from "./html_elements.ts";

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

/** How the fields of a form are written into a body. */
export type FormEncoding =
  | "application/x-www-form-urlencoded"
  | "multipart/form-data";

/** A form as the visitor sees it. */
export interface PageForm {
  /** The absolute URL that it is sent to. */
  readonly action: string;
  /** `"GET"` or `"POST"`. */
  readonly method: string;
  /** The type of the body that it sends: one of a form, or of a form with files. */
  readonly enctype: FormEncoding;
  /** Names and values in page order, hidden inputs included. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Its submit buttons. */
  readonly buttons: readonly FormButton[];
}

/** Reads the forms of a page at `url`. */
export function readForms(markup: Markup, url: string): PageForm[] {
  const elements = markup.elements();
  return elements.filter(({ name }) => name === "form").map((form) => {
    const { attributes } = form;
    const controls = elements.filter((one) =>
      one.form === form && !one.attributes.has("disabled")
    );
    return {
      action: new URL(attributes.get("action") || url, url).href,
      method: attributes.get("method")?.toLowerCase() === "post"
        ? "POST"
        : "GET",
      enctype: readEncoding(form),
      fields: controls.flatMap(readField),
      buttons: controls.filter(isSubmit).map((one) => toButton(one, url)),
    };
  });
}

function readEncoding({ attributes }: PageElement): FormEncoding {
  const type = attributes.get("enctype")?.toLowerCase();
  return type === "multipart/form-data"
    ? type
    : "application/x-www-form-urlencoded";
}

function readField(element: PageElement): (readonly [string, string])[] {
  const { attributes } = element;
  const name = attributes.get("name");
  if (!name) return [];
  if (element.name === "textarea") return [[name, element.text()]];
  if (element.name !== "input" || !isSent(element)) return [];
  const value = attributes.get("value");
  return [[name, value || (isCheckable(element) ? "on" : "")]];
}

function isSent(element: PageElement): boolean {
  if (isCheckable(element)) return element.attributes.has("checked");
  return !["submit", "button", "reset", "image", "file"].includes(
    toType(element),
  );
}

function isCheckable(element: PageElement): boolean {
  return ["checkbox", "radio"].includes(toType(element));
}

function isSubmit(element: PageElement): boolean {
  const type = toType(element);
  if (element.name === "button") return type === "" || type === "submit";
  return element.name === "input" && type === "submit";
}

function toType({ attributes }: PageElement): string {
  return (attributes.get("type") ?? "").toLowerCase();
}

function toButton(element: PageElement, url: string): FormButton {
  const { attributes } = element;
  const value = attributes.get("value") ?? "";
  const action = attributes.get("formaction");
  return {
    text: element.name === "button"
      ? element.text().replace(/\s+/g, " ").trim()
      : value,
    name: attributes.get("name"),
    value,
    action: action === undefined ? undefined : new URL(action, url).href,
  };
}

/**
 * Returns the URL that the page redirects to immediately: a `Refresh` header or
 * its `<meta>`, after 0 seconds.
 */
export function findRefresh(
  headers: Headers,
  markup: Markup,
  url: string,
): string | undefined {
  const header = headers.get("refresh");
  if (header !== null) return readRefresh(header, url);
  if (!(headers.get("content-type") ?? "").includes("html")) return undefined;
  // Parsing takes longer than any other part of a test's navigation.
  if (!/http-equiv/i.test(markup.html)) return undefined;
  const meta = markup.elements().find(({ name, attributes }) =>
    name === "meta" && attributes.get("http-equiv")?.toLowerCase() === "refresh"
  );
  return meta && readRefresh(meta.attributes.get("content") ?? "", url);
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
