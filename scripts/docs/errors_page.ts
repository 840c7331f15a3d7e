/**
 * Makes `docs/errors.md`: every error and every warning, by the code that the log
 * shows. The log links to its headings.
 *
 * @module
 */

import { errorTexts } from "../../core/errors/error_sentences.ts";
import { errorTable, type ErrorType } from "../../core/errors/error_table.ts";
import { formatMarkdown } from "../config_docs.ts";
import { apiNotes } from "./api_notes.ts";
import { errorNotes, type Note } from "./error_notes.ts";
import { warningNotes } from "./warning_notes.ts";

const INTRODUCTION = `<!-- Made by \`deno task sync:docs\`. -->

# Errors and warnings

Every line of the log has a code, and ends with a link to its entry here. An
error page shows a reference: the line that has it says why, and
[\`explain\`](explain.md) opens it where there is no log. With
\`debug: true\` the log also has what visitors do wrong. If you know only what
you see, begin with [When it does not work](troubleshooting.md).`;

const NO_TYPE: Note = {
  cause:
    "Something that is not of the library was thrown, by your code or by the runtime, where the library could go on: the line names it.",
  remedy: "Mend what the line names; the stack shows its place.",
};

const KINDS = {
  signIn: "on the sign-in page",
  error: "on the error page",
  direct: "in the answer to this request",
} as const;

/** Generates the page. */
export async function makeErrorsPage(): Promise<string> {
  const types = Object.keys(errorTable) as ErrorType[];
  return await formatMarkdown([
    INTRODUCTION,
    "## Errors",
    "The classes are exports of `@latchkey/auth/errors`; `type`, `status` and `docs` are their properties.",
    ...types.map(toErrorEntry),
    toEntry("Error", NO_TYPE),
    "## Warnings",
    "A warning is logged once in a process, if it is about the configuration.",
    ...toEntries(warningNotes),
    "## Refusals of an API",
    "[Guards of APIs](apis.md) answer with these codes, and log them as warnings.",
    ...toEntries(apiNotes),
  ].join("\n\n"));
}

function toEntries(notes: Readonly<Record<string, Note>>): string[] {
  return Object.entries(notes).map(([code, note]) => toEntry(code, note));
}

function toEntry(code: string, { cause, remedy }: Note): string {
  return `### ${code}\n\n${cause}\n\n**What to do:** ${remedy}`;
}

/** Returns the entry of an error: its note, and what visitors and programs see of it. */
function toErrorEntry(type: ErrorType): string {
  const { status, log, kind, public: isShown } = errorTable[type];
  const { sentence, codes = {} } = errorTexts[type];
  const seen = isShown
    ? `Visitors read “${sentence}” ${KINDS[kind]}.`
    : "Visitors read only that sign-in does not work.";
  const level = log === "debug" ? "with `debug: true`" : `as \`${log}\``;
  const rows = Object.entries(codes).map(([code, text]) =>
    `| \`${code}\` | ${text} |`
  );
  const table = rows.length === 0
    ? ""
    : `\n\n| Code | Sentence |\n| --- | --- |\n${rows.join("\n")}`;
  return `${
    toEntry(type, errorNotes[type])
  }\n\n${seen} Status ${status}; logged ${level}.${table}`;
}
