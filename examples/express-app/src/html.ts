/** Markup that is safe to send. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * A template value: markup as it is, texts escaped, nothing for null and
 * undefined.
 */
export type Part = Html | string | null | undefined | readonly Part[];

/** Escapes every value in a template, except markup made by this tag. */
export function html(
  markup: TemplateStringsArray,
  ...parts: readonly Part[]
): Html {
  return new Html(String.raw({ raw: markup }, ...parts.map(render)).trim());
}

function render(part: Part): string {
  if (part === null || part === undefined) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "string") return escape(part);
  return part.map(render).join("");
}

function escape(text: string): string {
  return text.replace(
    /[&<>"']/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );
}
