/** One innermost test, by its full name (`describe > it`). */
export interface TestResult {
  name: string;
  state: "passed" | "failed" | "skipped";
  /** The reason why it was skipped, if known. */
  reason?: string;
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

/**
 * Adds a failed test for a run that ended badly although no test failed: a file
 * that does not load, a hook that failed. It must not look green.
 */
export function withExitCode(
  results: TestResult[],
  code: number,
): TestResult[] {
  if (code === 0 || results.some((result) => result.state === "failed")) {
    return results;
  }
  return [...results, {
    name: `the run itself (exit code ${code})`,
    state: "failed",
  }];
}

/**
 * Parses the JUnit file of `deno test` or of `node --test`. Node nests suites;
 * Deno joins names with " > " and lists a test with steps beside its steps:
 * only the innermost ones count.
 */
export function parseJunit(xml: string): TestResult[] {
  const results: TestResult[] = [];
  const suites: string[] = [];
  const nested = !xml.includes('<testsuites name="deno test"');
  let current: TestResult | null = null;
  for (const { tag, closing, empty, name } of readTags(xml)) {
    if (tag === "testsuite") {
      if (closing) suites.pop();
      else if (!empty) suites.push(name);
    } else if (tag === "testcase") {
      if (closing) continue;
      const full = nested ? [...suites, name].join(" > ") : name;
      current = { name: full, state: "passed" };
      results.push(current);
    } else if (current !== null && !closing) {
      // A test marked as todo may carry both: it is not a failure.
      if (tag === "skipped") current.state = "skipped";
      else if (current.state !== "skipped") current.state = "failed";
    }
  }
  return withoutContainers(results);
}

interface Tag {
  tag: string;
  closing: boolean;
  empty: boolean;
  name: string;
}

function* readTags(xml: string): Generator<Tag> {
  const tags =
    /<(\/?)(testsuite|testcase|failure|error|skipped)\b((?:\s+[\w-]+="[^"]*")*)\s*(\/?)>/g;
  for (
    const [, close = "", tag = "", attributes = "", empty = ""] of xml.matchAll(
      tags,
    )
  ) {
    const name = / name="([^"]*)"/.exec(attributes)?.[1] ?? "";
    yield {
      tag,
      closing: close !== "",
      empty: empty !== "",
      name: decode(name),
    };
  }
}

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
