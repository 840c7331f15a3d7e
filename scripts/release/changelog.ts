// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
/**
 * The newest section of CHANGELOG.md. Run alone, it prints the section for the
 * page of the release.
 *
 * @module
 */

import { repository } from "../../core/errors/docs.ts";
import { root } from "../command.ts";
import { toPublished } from "../documents_npm.ts";
import type { Finding } from "./finding.ts";

/** One version of the changelog. */
export interface Section {
  readonly version: string;
  /** The day of the release, as in "2026-03-01"; null while it is unreleased. */
  readonly date: string | null;
  /** What follows the heading. */
  readonly text: string;
}

/** Returns the first section; throws if it has no heading of a version. */
export function parseSection(changelog: string): Section {
  const [, title = "", text = ""] =
    /^## (.*)\n([^]*?)(?=^## |$(?![^]))/m.exec(changelog) ?? [];
  const [, version, day] = /^(\d\S*) \((\d{4}-\d\d-\d\d|unreleased)\)$/
    .exec(title) ?? [];
  if (version === undefined || day === undefined) {
    throw new Error(
      `CHANGELOG.md: the first heading is "${title}"; it has to be like "0.2.0 (2026-03-01)" or "0.2.0 (unreleased)"`,
    );
  }
  const date = day === "unreleased" ? null : day;
  return { version, date, text: text.trim() };
}

/** Returns what a section says under headings with "Breaking" or "Changed". */
export function findChanges({ text }: Section): string {
  return text.split(/^(?=#{3,} )/m)
    .filter((part) => /^#+ .*\b(?:breaking|changed)\b/i.test(part))
    .map((part) => part.slice(part.indexOf("\n") + 1))
    .join("\n");
}

/** Reads the first section of CHANGELOG.md. */
export async function readSection(): Promise<Section> {
  return parseSection(await Deno.readTextFile(`${root}CHANGELOG.md`));
}

/** Prints what the version changes. */
export async function showChanges(): Promise<Finding> {
  const { version, date, text } = await readSection();
  if (text === "") throw new Error(`CHANGELOG.md says nothing of ${version}`);
  const heading = `"## ${version} (unreleased)"`;
  return {
    note: `${version}, ${date ?? "unreleased"}`,
    lines: text.split("\n"),
    missing: date === null
      ? [`CHANGELOG.md has ${heading}: write the day of the release`]
      : [],
  };
}

if (import.meta.main) {
  const { text } = await readSection();
  // The page of a release is not where the file is, so that no relative link works.
  const place = { path: "CHANGELOG.md", shipped: [], repository };
  console.log(toPublished(text, place));
}
