/**
 * The line that keeps visitors signed in, for each library.
 *
 * @module
 */

import type { App } from "../read/app.ts";
import type { Found } from "./libraries.ts";
import type { Finding } from "../report.ts";
import { toBridgeOptions } from "./bridge_options.ts";
import type { BridgeOption } from "./bridge_secret.ts";

const DAY = 86_400_000;

/** The bridge of a library, as code. */
export interface BridgeCode {
  readonly module: string;
  readonly name: string;
  readonly options: readonly BridgeOption[];
  /** The call of the bridge, in one line. */
  readonly call: string;
  /** The date after which old sessions are no longer accepted. */
  readonly until: string;
  /** The lifetime of old sessions in days that the date assumes. */
  readonly days: number;
}

/**
 * Returns the code of a library's bridge.
 *
 * @param now milliseconds since the epoch
 */
export function toBridgeCode(
  { library, used }: Found,
  app: App,
  now: number,
): BridgeCode {
  const { module, name, days } = library.bridge;
  const isTyped = app.sources.some(({ path }) => /\.[cm]?tsx?$/.test(path));
  const options = toBridgeOptions(library, app, used.files)
    .map((one) =>
      isTyped && (!library.isFamily || one.code.includes("["))
        ? { ...one, code: toTyped(one.code) }
        : one
    );
  const text = options.map(({ code }) => code).join(" ").replace(/,$/, "");
  const until = new Date(now + days * DAY).toISOString().slice(0, 10);
  return { module, name, options, call: `${name}({ ${text} })`, until, days };
}

/** To the type checker, a variable of the environment may be missing. */
function toTyped(code: string): string {
  return code.replace(/process\.env\.[A-Z0-9_]+/g, '$& ?? ""');
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
    const isPlain = library.isFamily &&
      code.options.every(({ note }) => note === undefined);
    const line = `\`session: { ${toAccept(code)} }\`, with \`${code.name}\` of`;
    const change = `${line} \`${code.module}\``;
    return {
      kind: "session",
      name: `sessions of ${library.name}`,
      verdict: isPlain ? "change" : "person",
      change: [
        `${change}.`,
        ...code.options.flatMap(({ note }) => note ?? []),
        ...isPlain ? [] : [`${library.page} describes its options.`],
      ].join(" "),
      evidence: used.files.length > 0 ? "import" : "dependency",
      files: used.files.length > 0 ? used.files : ["package.json"],
    };
  });
}
