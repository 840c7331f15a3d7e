/**
 * The command `explain`.
 *
 * @module
 */

import { writeFile } from "node:fs/promises";
import { explainReference, type Explanation } from "@latchkey/auth/diagnosis";
import { PROVIDERS } from "./check/find/catalogue.ts";
import {
  type Command,
  parseArguments,
  type Terminal,
  WrongCall,
} from "./command.ts";
import { findCause } from "./explain/causes.ts";
import { renderFindings } from "./explain/render.ts";
import { scenarios } from "./explain/scenarios.ts";
import { findScenario, writeTest } from "./explain/test_file.ts";

const HELP = `Usage: npx @latchkey/cli explain <reference> [options]

Opens the reference of an error page or of a log line, and says what happened,
why, and what to do. It needs the secret of the deployment, from AUTH_SECRET and
AUTH_SECRET_1 to AUTH_SECRET_9, and no network.

  <reference>          58 characters
  --providers <ids>    ids of providers that are not in the catalogue, with
                       commas between them
  --test <file>        write a test that fails as the sign-in did
  --json               print the result as JSON
  --help               print this text

With a file of variables: node --env-file=.env, or deno run --env-file.

Exit code: 0 if the reference was opened, 2 if not.

With Deno: deno run -E jsr:@latchkey/cli explain <reference>, with -W for --test
`;

/** Opens a reference, and says what happened. */
export const explain: Command = {
  help: HELP,
  run: async (args, terminal) => {
    const { reference, providers, file, json } = readOptions(args);
    const explanation = await explainReference(reference, {
      secret: readSecrets(terminal),
      providers: [...providers, ...PROVIDERS, "op", "email"],
      now: terminal.now(),
    });
    if (explanation === null) {
      throw new Error(
        "No secret here opens this reference: it is of another deployment, more than 400 days old, or misspelt.",
      );
    }
    const id = findScenario(explanation);
    const same = id === null ? null : scenarios[id]?.title ?? null;
    const findings = { explanation, cause: findCause(explanation), same };
    terminal.out(
      json
        ? `${JSON.stringify({ ...findings, scenario: id }, null, 2)}\n`
        : renderFindings(findings),
    );
    if (file !== null) terminal.error(await saveTest(file, id, explanation));
    return 0;
  },
};

interface ExplainArguments {
  readonly reference: string;
  readonly providers: readonly string[];
  readonly file: string | null;
  readonly json: boolean;
}

function readOptions(args: readonly string[]): ExplainArguments {
  const { values, positionals } = parse(args);
  const [reference, ...more] = positionals;
  if (reference === undefined || more.length > 0) {
    throw new WrongCall("Name one reference.");
  }
  const { providers = "", test: file = null, json = false } = values;
  const ids = providers.split(",").map((one) => one.trim()).filter(Boolean);
  return { reference, providers: ids, file, json };
}

function parse(args: readonly string[]) {
  return parseArguments({
    args: toArguments(args),
    allowPositionals: true,
    options: {
      providers: { type: "string" },
      test: { type: "string" },
      json: { type: "boolean" },
    },
  });
}

/** A reference may begin with a dash, and is then no option. */
function toArguments(args: readonly string[]): string[] {
  const isReference = (one: string) => /^-[\w-]{57}$/.test(one);
  const found = args.filter(isReference);
  const others = args.filter((one) => !isReference(one));
  return found.length === 0 ? others : [...others, "--", ...found];
}

function readSecrets({ env }: Terminal): string[] {
  const names = Array.from({ length: 9 }, (_, i) => `AUTH_SECRET_${9 - i}`);
  const secrets = [...names, "AUTH_SECRET"].flatMap((name) => env(name) || []);
  if (secrets.length === 0) {
    throw new WrongCall("Set AUTH_SECRET to the secret of the deployment.");
  }
  return secrets;
}

/** Writes the test to a new file; returns a line that says so. */
async function saveTest(
  file: string,
  id: string | null,
  { time, type, step, provider }: Explanation,
): Promise<string> {
  if (id === null) {
    return "Nothing is known that fails like this: no test is written.\n";
  }
  const day = new Date(time).toISOString().slice(0, 10);
  const title = `a sign-in succeeds, unlike on ${day}: ${type} at ${
    step ?? "no page"
  }`;
  await writeFile(file, writeTest(id, { title, provider }), { flag: "wx" });
  return `Wrote ${file}.\n`;
}
