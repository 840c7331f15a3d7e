/**
 * For tests only: the results of the catalogue's tests in a few lines, for the
 * report of all tests.
 *
 * @module
 */

import { quirks } from "./quirks_testkit.ts";

/** A test by its full name (`describe > it`). */
interface TestResult {
  readonly name: string;
  readonly state: "passed" | "failed" | "skipped";
}

/** Formats the results of the catalogue's tests as a table; it is empty if none ran. */
export function toCatalogueTable(
  results: readonly TestResult[],
): readonly string[] {
  const signIns = find(results, "a sign-in at each provider");
  const facts = find(results, "a definition and the facts about its provider");
  const classes = find(results, "the classes of quirks");
  if (signIns.length === 0) return [];
  const ids = new Set(signIns.map(({ title }) => title.split(" ")[0]));
  const keys = Object.values(quirks).filter(({ key }) => key !== undefined);
  const total = Object.keys(quirks).length;
  return [
    toLine("provider catalogue", ["passed", "failed", "skipped"]),
    toLine(`sign-ins at ${ids.size} providers`, count(signIns)),
    toLine("data about their tokens", count(facts)),
    toLine(`${total} quirk classes, ${keys.length} by a key`, count(classes)),
  ];
}

/** The tests of a group, by their titles. */
function find(results: readonly TestResult[], group: string) {
  return results.filter(({ name }) => name.includes(`${group} > `))
    .map(({ name, state }) => ({
      title: name.split(" > ").pop() ?? "",
      state,
    }));
}

function count(results: readonly Pick<TestResult, "state">[]): number[] {
  return (["passed", "failed", "skipped"] as const).map((state) =>
    results.filter((one) => one.state === state).length
  );
}

function toLine(name: string, cells: readonly (string | number)[]): string {
  return name.padEnd(52) + cells.map((cell) => `${cell}`.padStart(9)).join("");
}
