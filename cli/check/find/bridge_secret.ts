/**
 * The old secret, as an option of the bridge.
 *
 * @module
 */

import { isText, type Members, toPortable } from "../read/objects.ts";
import type { Library } from "./libraries.ts";

/** One option as code, and what its author has to know. */
export interface BridgeOption {
  readonly code: string;
  readonly note?: string | undefined;
}

/** The old configuration, as far as it was found. */
export interface Old {
  readonly library: Library;
  /** The code of the files that import the library. */
  readonly code: string;
  /** The object literal with the secret, or with another option that is required. */
  readonly config: Members;
  /** The variables of the environment that the application names. */
  readonly variables: ReadonlySet<string>;
}

/** Asks the author for an option. */
export function ask(key: string, note: string): BridgeOption {
  return { code: key === "..." ? "...TODO," : `${key}: TODO,`, note };
}

/** The shortest secret that bridges accept without being told to. */
const SHORTEST = 32;

/** Returns the options about the old secret. */
export function toSecretOptions(
  { library, config, variables }: Old,
): BridgeOption[] {
  const { option, variables: names } = library.bridge.secret;
  const value = config.get(option);
  const known = names.find((name) => variables.has(name)) ?? names[0] ?? "";
  if (value === undefined) return toDefaultSecrets(library, known, variables);
  if (isText(value)) return toMovedSecret(library, known, value.length - 2);
  const code = toPortable(value);
  // A secret that is written out stays in one place.
  return code === null || /["']/.test(code)
    ? [ask(option, `The old \`${option}\`.`)]
    : [{ code: `${option}: ${code},` }];
}

/** The secrets that a library reads from the environment by itself. */
function toDefaultSecrets(
  { id, isFamily, bridge }: Library,
  known: string,
  variables: ReadonlySet<string>,
): BridgeOption[] {
  const { option } = bridge.secret;
  if (id === "better-auth" && variables.has("BETTER_AUTH_SECRETS")) {
    return [{ code: "secrets: process.env.BETTER_AUTH_SECRETS," }];
  }
  const more = ["AUTH_SECRET_1", "AUTH_SECRET_2", "AUTH_SECRET_3"]
    .filter((name) => isFamily && variables.has(name));
  const all = [known, ...more].map((name) => `process.env.${name}`);
  const value = more.length === 0 ? all.join() : `[${all.join(", ")}]`;
  return [{ code: `${option}: ${value},` }];
}

function toMovedSecret(
  { isFamily, bridge }: Library,
  known: string,
  length: number,
): BridgeOption[] {
  const isShort = length < SHORTEST;
  // A short one cannot be ours as well.
  const variable = isFamily && isShort ? `OLD_${known}` : known;
  const moved = {
    code: `${bridge.secret.option}: process.env.${variable},`,
    note: `The old secret is written in the code: move it to ${variable}.`,
  };
  const short = {
    code: "allowShortSecret: true,",
    note:
      "The old secret has fewer than 32 characters: until the last date, anyone who guesses it can sign in as any user. AUTH_SECRET is a new one.",
  };
  return isShort ? [moved, short] : [moved];
}
