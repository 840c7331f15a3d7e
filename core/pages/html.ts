/** Markup that is safe to send. Only {@link markup} makes it. */
export interface Html {
  readonly html: string;
}

type Part = string | number | Html | readonly Html[] | null;

/**
 * Template tag that escapes every interpolated value, except other markup. Null
 * inserts nothing.
 */
export function markup(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const html = strings.reduce((text, piece, i) =>
    text + toHtml(parts[i - 1] ?? null) + piece
  );
  return { html };
}

function toHtml(part: Part): string {
  if (part === null) return "";
  if (typeof part === "string" || typeof part === "number") {
    return escape(String(part));
  }
  return "html" in part ? part.html : part.map((one) => one.html).join("");
}

/**
 * Attributes of an element, each preceded by a space. False and undefined omit
 * one, true makes it boolean; event handlers are not allowed.
 */
export function attributes(
  set: Readonly<Record<string, string | number | boolean | undefined>>,
): Html {
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
  values: Readonly<Record<string, Part>>,
): Html {
  const pieces = sentence.split(/\{(\w+)\}/);
  const html = pieces.map((piece, i) =>
    toHtml(i % 2 === 0 ? piece : values[piece] ?? null)
  );
  return { html: html.join("") };
}

/** The style sheet: all of it is our own text, so it is not escaped. */
export function style(css: string, nonce: string): Html {
  const { html } = markup`<style nonce="${nonce}">`;
  return { html: `${html}${css}</style>` };
}
