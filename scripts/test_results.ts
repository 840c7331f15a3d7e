/**
 * Runs a test program and reads its JUnit report: `deno test`, `node --test` and
 * Playwright all write one, but each names the tests in its own way.
 *
 * @module
 */

import { type CommandOptions, root, run } from "./command.ts";

/** One innermost test, by its full name (`describe > it`). */
export interface TestResult {
  name: string;
  state: "passed" | "failed" | "skipped";
  /** The reason why it was skipped, if known. */
  reason?: string;
  /**
   * The file of the test, by its path in the sources without the extension. A
   * report of Deno says it for suites only: these are all files that have a
   * suite of that name.
   */
  files?: readonly string[];
}

/** The results of one runtime. */
export interface TestRun {
  runtime: string;
  results: TestResult[];
  seconds: number;
  /** The whole output, for failures. */
  output: string;
  /** The tools that ran the tests, if the name does not say. */
  detail?: string;
}

/** Totals of one or more runs. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Counts the results of a run. */
export function count(results: readonly TestResult[]): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { state } of results) counts[state]++;
  return counts;
}

/** Returns one line for each reason for which tests were skipped. */
export function describeSkipped(results: readonly TestResult[]): string[] {
  const sums = new Map<string, number>();
  for (const { state, reason = "no reason given" } of results) {
    if (state === "skipped") sums.set(reason, (sums.get(reason) ?? 0) + 1);
  }
  return [...sums].map(([reason, sum]) => `${sum} skipped: ${reason}`);
}

/** A program that runs tests and writes a JUnit report. */
export interface TestProgram {
  readonly runtime: string;
  /** The path of the report. */
  readonly report: string;
  readonly command: string;
  readonly args: string[];
  readonly options?: CommandOptions;
}

/** Runs the program to its end, and reads its report. */
export async function runWithReport(
  { runtime, report, command, args, options }: TestProgram,
): Promise<TestRun> {
  const start = performance.now();
  await Deno.mkdir(reports, { recursive: true });
  await Deno.remove(report).catch(() => {});
  const { code, output } = await run(command, args, options);
  const results = withRunFailure(await readReport(report), code);
  const seconds = (performance.now() - start) / 1000;
  return { runtime, results, seconds, output };
}

/** The folder of the reports. */
export const reports: string = `${root}.cache/junit/`;

/** Reads a report; no tests if there is none. */
export async function readReport(path: string): Promise<TestResult[]> {
  const xml = await Deno.readTextFile(path).catch(() => null);
  return xml === null ? [] : parseJunit(xml);
}

/**
 * Adds a failed test for a run that ended badly although no test failed (a file
 * that does not load, a hook that failed), and for one without tests. They must
 * not look green.
 */
export function withRunFailure(
  results: TestResult[],
  code: number,
): TestResult[] {
  const isPlain = code === 0 && results.length > 0;
  if (isPlain || results.some(({ state }) => state === "failed")) {
    return results;
  }
  const name = `the run itself (exit code ${code})`;
  return [...results, { name, state: "failed" }];
}

/**
 * Parses a JUnit file. Node nests suites, of which the outermost may have the
 * name of a file; Deno joins names with " > " and lists a test with steps beside
 * its steps: only the innermost ones count. Playwright says the project and the
 * reason of a skipped test in attributes.
 */
export function parseJunit(xml: string): TestResult[] {
  const results: TestResult[] = [];
  const suites: string[] = [];
  const nested = !xml.includes('<testsuites name="deno test"');
  const inBrowser = xml.includes('<testsuites id="');
  const tags = xml.replace(/<!\[CDATA\[[^]*?\]\]>/g, "").matchAll(TAGS);
  for (const [, closing, tag, text = "", empty] of tags) {
    const read = (attribute: string) =>
      decode(new RegExp(` ${attribute}="([^"]*)"`).exec(text)?.[1] ?? "");
    const current = results.at(-1);
    if (tag === "testsuite") {
      if (closing) suites.pop();
      else if (!empty) {
        const project = inBrowser ? [read("hostname")] : [];
        suites.push([...project, read("name")].join(" > "));
      }
    } else if (closing) {
      continue;
    } else if (tag === "testcase") {
      results.push(toResult(nested ? suites : [], read("name"), suites[0]));
    } else if (current === undefined) {
      continue;
    } else if (tag === "property") {
      if (read("name") === "skip") current.reason = read("value");
    } else if (tag === "skipped") {
      // A test marked as todo may carry both: it is not a failure.
      current.state = "skipped";
    } else if (current.state !== "skipped") current.state = "failed";
  }
  const innermost = withoutContainers(results);
  return nested ? innermost : withFiles(innermost, results);
}

/** The name of a suite that is a file. */
const FILE = /^(?:\.\/)?(.+_test)\.[jt]s$/;

function toResult(
  suites: readonly string[],
  name: string,
  outermost = "",
): TestResult {
  const [, file] = FILE.exec(outermost) ?? [];
  const names = [...file === undefined ? suites : suites.slice(1), name];
  const result = { name: names.join(" > "), state: "passed" as const };
  return file === undefined ? result : { ...result, files: [file] };
}

/**
 * Adds the files to the tests of Deno: a group's suite has the name of its file,
 * and of others the report lists the suites by file.
 */
function withFiles(tests: TestResult[], all: TestResult[]): TestResult[] {
  const toSuite = ({ name }: TestResult) => name.split(" > ", 1)[0] ?? "";
  const known = new Map<string, Set<string>>();
  for (const result of all) {
    const files = known.get(toSuite(result)) ?? new Set();
    for (const file of result.files ?? []) files.add(file);
    known.set(toSuite(result), files);
  }
  return tests.flatMap((test) => {
    const suite = toSuite(test);
    const [, file] = FILE.exec(suite) ?? [];
    if (file !== undefined) {
      const name = test.name.slice(suite.length + " > ".length);
      // A file whose tests are all in kits has an empty suite.
      const isEmpty = name === "" && test.state !== "failed";
      return isEmpty ? [] : [{ ...test, name, files: [file] }];
    }
    const files = [...known.get(suite) ?? []];
    return [files.length === 0 ? test : { ...test, files }];
  });
}

const TAGS =
  /<(\/?)(testsuite|testcase|failure|error|skipped|property)\b((?:\s+[\w-]+="[^"]*")*)\s*(\/?)>/g;

/**
 * Decodes names until nothing changes, because Node escapes some characters
 * twice.
 */
function decode(text: string): string {
  const decoded = text
    .replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(
      /&#x([0-9a-f]+);/gi,
      (_, code) => String.fromCodePoint(parseInt(code, 16)),
    )
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&amp;/g, "&").replace(/\s+/g, " ");
  return decoded === text ? text : decode(decoded);
}

function withoutContainers(results: TestResult[]): TestResult[] {
  const containers = new Set<string>();
  for (const { name } of results) {
    for (
      let at = name.indexOf(" > ");
      at >= 0;
      at = name.indexOf(" > ", at + 1)
    ) {
      containers.add(name.slice(0, at));
    }
  }
  return results.filter((result) => !containers.has(result.name));
}
