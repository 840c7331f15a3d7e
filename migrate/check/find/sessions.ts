/**
 * The line that keeps visitors signed in, for each library.
 *
 * @module
 */

import type { App } from "../read/app.ts";
import type { Found } from "./libraries.ts";
import type { Finding } from "../report.ts";
import { findVariableOf } from "../read/source_text.ts";

const DAY = 86_400_000;

/** The bridge of a library, as code. */
export interface BridgeCode {
  readonly module: string;
  readonly name: string;
  /** The call of the bridge. */
  readonly call: string;
  /** The date after which old sessions are not accepted any more. */
  readonly until: string;
}

/**
 * Returns the code of a library's bridge.
 *
 * @param now milliseconds since the epoch
 */
export function toBridgeCode(
  { library: { bridge }, used }: Found,
  app: App,
  now: number,
): BridgeCode {
  const { option, variables } = bridge.secret;
  const assigned = app.sources
    .filter(({ path }) => used.files.includes(path))
    .map(({ code }) => findVariableOf(code, option))
    .find((name) => name !== null);
  const known = variables.find((name) => app.variables.has(name));
  const variable = assigned ?? known ?? variables[0];
  const options = bridge.options.replace("$SECRET", `process.env.${variable}`);
  return {
    module: bridge.module,
    name: bridge.name,
    call: `${bridge.name}(${options})`,
    until: new Date(now + bridge.days * DAY).toISOString().slice(0, 10),
  };
}

/** The options of `session` that accept old sessions. */
export function toAccept({ call, until }: BridgeCode): string {
  return `accept: [${call}], acceptUntil: "${until}"`;
}

/** Says how the visitors of each library stay signed in. */
export function findSessions(
  app: App,
  found: readonly Found[],
  now: number,
): Finding[] {
  const family = found.find(({ library }) => library.isFamily);
  // One bridge opens the cookies of the whole family.
  const bridged = found.filter((one) =>
    one === family || !one.library.isFamily
  );
  return bridged.map((one) => {
    const code = toBridgeCode(one, app, now);
    const { library, used } = one;
    const isPlain = library.isFamily;
    const line = `\`session: { ${toAccept(code)} }\`, with \`${code.name}\` of`;
    const change = `${line} \`${code.module}\``;
    return {
      kind: "session",
      name: `sessions of ${library.name}`,
      verdict: isPlain ? "change" : "person",
      change: isPlain
        ? `${change}.`
        : `${change}. ${library.page} describes its options.`,
      evidence: used.files.length > 0 ? "import" : "dependency",
      files: used.files.length > 0 ? used.files : ["package.json"],
    };
  });
}
