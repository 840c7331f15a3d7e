/**
 * For tests only: the results of some tests in a few lines, for the report of
 * all tests.
 *
 * @module
 */

import { adapterContract } from "@latchkey/auth/testing/adapter-contract";
import { hostContract } from "@latchkey/auth/testing/host-contract";
import { quirks } from "../providers/catalogue/quirks_testkit.ts";

/** A test by its full name (`describe > it`), as far as the tables need it. */
interface TestResult {
  readonly name: string;
  readonly state: keyof Verdicts;
}

/** The results of the adapter contract for one adapter. */
interface Verdicts {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * Matches a line of the table of published adapters, as their test prints it.
 */
const published = /^(@[\w/-]+): (\d+) passed, (\d+) failed, (\d+) skipped$/gm;

/**
 * Formats the adapter contract as a table: our adapters from the results of
 * their tests, published ones from the output of their test. Those may fail
 * recommended cases; if one fails a required case, the test fails.
 */
export function toContractTable(
  results: readonly TestResult[],
  output: string,
): readonly string[] {
  const cases = new Set(adapterContract(() => ({})).map(({ name }) => name));
  const found = new Map<string, Verdicts>();
  for (const { name, state } of results) {
    const parts = name.split(" > ");
    if (!cases.has(parts.pop() ?? "")) continue;
    const adapter = parts.join(", ");
    const verdicts = found.get(adapter) ?? { passed: 0, failed: 0, skipped: 0 };
    found.set(adapter, verdicts);
    verdicts[state]++;
  }
  for (const [, name = "", ...numbers] of output.matchAll(published)) {
    const [passed = 0, failed = 0, skipped = 0] = numbers.map(Number);
    found.set(name, { passed, failed, skipped });
  }
  const rows = [...found].map(([name, { passed, failed, skipped }]) =>
    toLine(name, [passed, failed, skipped])
  );
  const head = toLine("adapter contract", ["passed", "failed", "skipped"]);
  return rows.length === 0 ? [] : [head, ...rows];
}

/**
 * Formats the contract of hosts as a table of cases and integrations, with the
 * reasons of those that were skipped; it is empty if none ran.
 */
export function toHostTable(results: readonly TestResult[]): readonly string[] {
  const start = "the contract of hosts: ";
  const found = results.flatMap(({ name, state }) => {
    const [, whole] = name.split(start);
    const [integration = "", title = ""] = whole?.split(" > ") ?? [];
    const [id = ""] = title.split(": ");
    return title === "" ? [] : [{ integration, id, state }];
  });
  const names = [...new Set(found.map(({ integration }) => integration))];
  if (names.length === 0) return [];
  const { cases } = hostContract({ start: startNothing });
  const shown = { passed: "held", failed: "FAILED", skipped: "-" };
  const rows = cases.map(({ id, needs }) => {
    const cells = names.map((name) => {
      const one = found.find((it) => it.id === id && it.integration === name);
      return one === undefined ? "" : shown[one.state];
    });
    const reason = cells.includes("-") ? `  - without ${needs.join(", ")}` : "";
    return id.padEnd(28) + toColumns(cells, names) + reason;
  });
  return ["contract of hosts".padEnd(28) + toColumns(names, names), ...rows];
}

function toColumns(cells: readonly string[], names: readonly string[]): string {
  return cells.map((cell, i) => cell.padStart((names[i] ?? "").length + 2))
    .map((cell) => cell.padStart(8)).join("");
}

function startNothing(): never {
  throw new Error("Nothing is started for a table.");
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
