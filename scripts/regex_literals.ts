/** A regular expression literal in a source file. */
export interface RegexLiteral {
  readonly source: string;
  readonly flags: string;
  /** The line number, from 1. */
  readonly line: number;
}

/**
 * The kind of token before a slash: it decides whether the slash divides or
 * begins a regular expression.
 */
type Before = "value" | "operator";

/** Keywords that are followed by an expression. */
const BEFORE_EXPRESSION = new Set([
  "await",
  "case",
  "delete",
  "do",
  "else",
  "in",
  "instanceof",
  "new",
  "of",
  "return",
  "throw",
  "typeof",
  "void",
  "yield",
]);

/** Keywords whose parentheses are followed by a statement, not an operator. */
const BEFORE_STATEMENT = new Set(["if", "while", "for", "with"]);

/**
 * Finds the regular expressions of a TypeScript source, except in template
 * texts.
 *
 * @throws Error for one that does not end on its line: the parser has lost its
 *   place
 */
export function findRegexLiterals(code: string): RegexLiteral[] {
  const found: RegexLiteral[] = [];
  // For each open bracket: the kind of token that its end counts as.
  const open: (Before | "template")[] = [];
  let before: Before = "operator";
  let word = "";
  let i = 0;
  while (i < code.length) {
    const [token = ""] = readToken(code, i);
    const first = token[0] ?? "";
    if (isBlank(token)) {
      i += token.length;
      continue;
    }
    if (first === "/" && before === "operator") {
      const literal = readRegex(code, i);
      found.push(literal);
      i += literal.source.length + literal.flags.length + 2;
      before = "value";
      continue;
    }
    i += token.length;
    if (first === "`") {
      // The template ends, or an expression inside it begins.
      before = token.endsWith("${") ? "operator" : "value";
      if (before === "operator") open.push("template");
    } else if ("([{".includes(first)) {
      open.push(
        first === "(" && !BEFORE_STATEMENT.has(word) ? "value" : "operator",
      );
      before = "operator";
    } else if (first === "}" && open.at(-1) === "template") {
      open.pop();
      const text = readTemplate(code, i);
      i += text.length;
      before = text.endsWith("${") ? "operator" : "value";
      if (before === "operator") open.push("template");
    } else if (")]}".includes(first)) {
      const after = open.pop();
      before = first === "}" || after === "operator" && first === ")"
        ? "operator"
        : "value";
    } else {
      const isValue = /^[\w$"'#\u0080-\uffff]/.test(token) &&
        !BEFORE_EXPRESSION.has(token);
      before = isValue ? "value" : "operator";
    }
    word = token;
  }
  return found;
}

const TOKEN =
  /\s+|\/\/[^\n]*|\/\*[^]*?\*\/|[\w$#\u0080-\uffff]+|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|`(?:[^`\\$]|\\[^]|\$(?!\{))*(?:`|\$\{)|[^]/y;

function readToken(code: string, at: number): RegExpExecArray | string[] {
  TOKEN.lastIndex = at;
  return TOKEN.exec(code) ?? [code.slice(at)];
}

function isBlank(token: string): boolean {
  return /^(?:\s|\/\/|\/\*)/.test(token);
}

/** Reads template text to its end, or to the next expression in it. */
function readTemplate(code: string, at: number): string {
  const rest = /(?:[^`\\$]|\\[^]|\$(?!\{))*(?:`|\$\{)/y;
  rest.lastIndex = at;
  return rest.exec(code)?.[0] ?? code.slice(at);
}

function readRegex(code: string, at: number): RegexLiteral {
  const line = code.slice(0, at).split("\n").length;
  const regex =
    /\/((?:[^\\[/\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+)\/([a-z]*)/y;
  regex.lastIndex = at;
  const [, source, flags = ""] = regex.exec(code) ?? [];
  if (source === undefined) {
    const rest = code.slice(at, at + 40);
    throw new Error(`Line ${line} has no regular expression at: ${rest}`);
  }
  return { source, flags, line };
}
