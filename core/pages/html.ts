/** Markup that is safe to send. Only this module makes it. */
export interface Html {
  readonly html: string;
}

type HtmlContent = string | number | Html | readonly Html[] | null;

/**
 * Template tag that escapes every interpolated value, except other markup. Null
 * inserts nothing.
 */
export function markup(
  strings: TemplateStringsArray,
  ...parts: HtmlContent[]
): Html {
  let html = strings[0] ?? "";
  for (let i = 0; i < parts.length; i++) {
    html += toHtml(parts[i] ?? null) + (strings[i + 1] ?? "");
  }
  return { html };
}

function toHtml(part: HtmlContent): string {
  if (part === null) return "";
  if (typeof part === "string" || typeof part === "number") {
    return escape(String(part));
  }
  return "html" in part ? part.html : part.map((one) => one.html).join("");
}

/** The attributes of an element by their names. */
type Attributes = Readonly<
  Record<string, string | number | boolean | undefined>
>;

/**
 * Attributes of an element, each preceded by a space. False and undefined omit
 * one, true makes it boolean; event handlers are not allowed.
 */
export function attributes(set: Attributes): Html {
  const list = Object.entries(set).filter(([name, value]) =>
    value !== undefined && value !== false &&
    /^(?!on)[a-z][a-z-]*$/i.test(name)
  );
  const text = list.map(([name, value]) =>
    value === true ? ` ${name}` : ` ${name}="${escape(String(value))}"`
  );
  return { html: text.join("") };
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");
}

/** Fills in the placeholders of a sentence, such as `{name}`. */
export function fill(
  sentence: string,
  values: Readonly<Record<string, HtmlContent>>,
): Html {
  // Escaping leaves placeholders as they are, and makes none.
  const html = escape(sentence).replace(
    /\{(\w+)\}/g,
    (_, name) => toHtml(values[name] ?? null),
  );
  return { html };
}

/**
 * A script on a line of its own: its text is our own, so it is not escaped. It
 * is not a tagged template, because minifiers would add a helper for its end
 * tag.
 */
export function script(set: Attributes, text = ""): Html {
  return { html: `<script${attributes(set).html}>${text}</script>\n` };
}
