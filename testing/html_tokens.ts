/**
 * A parser for simple HTML: tags, attributes and text, enough for the forms of
 * a page.
 */

/** A token of a page. */
export type Token =
  | {
    readonly kind: "open";
    readonly name: string;
    readonly attributes: ReadonlyMap<string, string>;
  }
  | { readonly kind: "close"; readonly name: string }
  | { readonly kind: "text"; readonly text: string };

const rawElements = ["script", "style", "textarea", "title"];

/** Splits a page into tags and decoded text; comments are left out. */
export function readTokens(html: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    const textEnd = open < 0 ? html.length : open;
    if (textEnd > at) {
      tokens.push({
        kind: "text",
        text: decodeEntities(html.slice(at, textEnd)),
      });
    }
    if (open < 0) break;
    if (html.startsWith("<!--", open)) {
      at = findAfter(html, "-->", open + 4);
    } else if (/[a-z/!?]/i.test(html.charAt(open + 1))) {
      at = readTag(html, open, tokens);
    } else {
      tokens.push({ kind: "text", text: "<" });
      at = open + 1;
    }
  }
  return tokens;
}

/**
 * Reads one tag, and the content of a raw-text element; returns the position
 * after it.
 */
function readTag(html: string, open: number, tokens: Token[]): number {
  const isClose = html.charAt(open + 1) === "/";
  const name = matchAt(/[^\s/>]*/y, html, open + (isClose ? 2 : 1))?.[0] ?? "";
  let at = open + (isClose ? 2 : 1) + name.length;
  const attributes = new Map<string, string>();
  while (at < html.length && html.charAt(at) !== ">") {
    const found = matchAt(
      /([^\s=>/"']+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>"']+))?/y,
      html,
      at,
    );
    if (!found) {
      at++;
      continue;
    }
    const key = (found[1] ?? "").toLowerCase();
    // The first of two attributes with the same name counts.
    if (!attributes.has(key)) {
      attributes.set(key, decodeEntities(unquote(found[2] ?? "")));
    }
    at += found[0].length;
  }
  const tag = name.toLowerCase();
  tokens.push(
    isClose
      ? { kind: "close", name: tag }
      : { kind: "open", name: tag, attributes },
  );
  at++;
  if (isClose || !rawElements.includes(tag)) return at;
  const end = findClose(html, tag, at);
  tokens.push({ kind: "text", text: decodeEntities(html.slice(at, end)) });
  return end;
}

function matchAt(
  pattern: RegExp,
  text: string,
  at: number,
): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function findAfter(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from);
  return found < 0 ? text.length : found + end.length;
}

function findClose(html: string, tag: string, from: number): number {
  let at = html.indexOf("</", from);
  while (at >= 0) {
    const name = html.slice(at + 2, at + 2 + tag.length);
    if (name.toLowerCase() === tag) return at;
    at = html.indexOf("</", at + 2);
  }
  return html.length;
}

function unquote(text: string): string {
  return /^["']/.test(text) ? text.slice(1, -1) : text;
}

const namedEntities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
};

function decodeEntities(text: string): string {
  return text.replace(
    /&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{1,8});/gi,
    (whole, entity: string) => {
      if (!entity.startsWith("#")) return namedEntities[entity] ?? whole;
      const isHex = entity.charAt(1).toLowerCase() === "x";
      const code = isHex
        ? parseInt(entity.slice(2), 16)
        : parseInt(entity.slice(1), 10);
      return code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code);
    },
  );
}
