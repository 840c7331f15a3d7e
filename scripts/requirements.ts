/**
 * The table of requirements: what each id in a test's title means, and which
 * files test it. No test runner lists titles without running them.
 *
 * @module
 */

import { listFiles, root } from "./command.ts";
import { libraryFolders } from "./workspace.ts";
import requirements from "./requirements.json" with { type: "json" };

/** Folders with tests, besides the files beside the entries. */
const folders = [...libraryFolders, "e2e", "scripts", "bench", "examples"];

/** The ids at the end of a title: `is refused [SES-05, A29]`. */
const IDS =
  / \[((?:[A-Z]+-?\d+(?:\.\d+)*|\d+\.\d+|(?:rp|3rd|fapi\d)-[a-z_-]+)(?:, (?:[A-Z]+-?\d+(?:\.\d+)*|\d+\.\d+|(?:rp|3rd|fapi\d)-[a-z_-]+))*)\](?=["`])/g;

/**
 * Makes the page, and checks that it is complete.
 *
 * @throws Error if an id has no meaning, or a requirement has no test
 */
export async function makeRequirementDocs(): Promise<string> {
  const found = await findTests();
  const known = new Map(Object.entries(requirements));
  const problems = [
    ...[...found.keys()].filter((id) => !known.has(id))
      .map((id) => `${id} has no sentence in scripts/requirements.json`),
    ...[...known.keys()].filter((id) => !found.has(id))
      .map((id) => `${id} is in no test's title`),
  ];
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const rows = [...known].map(([id, sentence]) => {
    const files = [...found.get(id) ?? []].map((path) => `\`${path}\``);
    return `| ${id} | ${sentence.replaceAll("|", "\\|")} | ${
      files.join(", ")
    } |`;
  });
  return `${head}\n${rows.join("\n")}\n`;
}

const head = `# Requirements

<!-- Made from the titles of tests by \`deno task sync:docs\`: the sentences are in \`scripts/requirements.json\`. -->

An id at the end of a test's title stands for one of these requirements.
\`ASVS-\` comes before the numbers of OWASP's Application Security Verification
Standard 5.0. The last ones are tests of the OpenID Foundation's conformance suite: \`rp-…\` and
\`3rd-…\` come after \`oidcc-client-test-\`, \`fapi2-…\` after
\`fapi2-security-profile-final-client-test-\` or the one for message signing, and
\`fapi1-…\` after \`fapi1-advanced-final-client-test-\`.

| Id | Requirement | Tests |
| --- | --- | --- |`;

/** The files that test each requirement. */
async function findTests(): Promise<Map<string, Set<string>>> {
  const top = (await Array.fromAsync(Deno.readDir(root)))
    .filter(({ isFile }) => isFile).map(({ name }) => name);
  const inFolders = await Promise.all(folders.map((one) => listFiles(one)));
  const paths = [...top, ...inFolders.flat()].filter((path) =>
    /(?:_test|_testkit|\.spec)\.tsx?$/.test(path)
  );
  const found = new Map<string, Set<string>>();
  for (const path of paths.sort()) {
    const text = await Deno.readTextFile(`${root}${path}`);
    for (const [, ids = ""] of text.matchAll(IDS)) {
      for (const id of ids.split(", ")) {
        found.set(id, (found.get(id) ?? new Set()).add(path));
      }
    }
  }
  return found;
}
