/**
 * Finds the secrets that a build knows, to compare its output with.
 *
 * @module
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { listWritten, type Program } from "./vite_leaks.ts";

/** Where Vite reads the environment of a build from. */
export interface EnvPlace {
  readonly mode?: string | undefined;
  /** The folder of the `.env` files; false: none are read. */
  readonly envDir?: string | false | undefined;
}

/** A file of a build, as far as it is read. */
export interface OutputText {
  readonly fileName: string;
  /** The text of a script. */
  readonly code?: string | undefined;
  /** The content of any other file. */
  readonly source?: string | Uint8Array | undefined;
}

/** The secrets that a build knows. */
export interface Secrets {
  /** Reads those of the environment. */
  read(place: EnvPlace): void;
  /** Adds those that a module of the application holds as texts. */
  collect(id: string, code: string, parse: (code: string) => Program): void;
  /** Ends a build with a file that has one. */
  check(
    bundle: Readonly<Record<string, OutputText>>,
    end: (message: string) => never,
  ): void;
}

/** Creates an empty list of secrets. */
export function createSecrets(): Secrets {
  const known = new Map<string, string>();
  return {
    read: (place) => {
      for (const [name, value] of listVariables(place)) known.set(value, name);
    },
    collect: (id, code, parse) => {
      if (!code.includes("ecret") || id.includes("/node_modules/")) return;
      for (const value of listWritten(parse(code))) {
        known.set(value, `a secret of ${id}`);
      }
    },
    check: (bundle, end) => {
      for (const { fileName, code, source } of Object.values(bundle)) {
        const file = code ?? source ?? "";
        const text = typeof file === "string"
          ? file
          : new TextDecoder().decode(file);
        const name = findSecret(text, known);
        if (name !== null) end(toPublished(fileName, name));
      }
    },
  };
}

function findSecret(
  text: string,
  known: ReadonlyMap<string, string>,
): string | null {
  for (const [value, name] of known) {
    const escaped = JSON.stringify(value).slice(1, -1);
    if (text.includes(value) || text.includes(escaped)) return name;
  }
  return null;
}

function toPublished(fileName: string, name: string): string {
  return `${fileName}: every browser could download this file, which contains ${name}. Import what holds it in loaders, actions, handlers and the function passed to ComponentAuth$ only. If it was published before, replace it.`;
}

/** Variables that are secret: `AUTH_SECRET_1=…`, `AUTH_RESEND_KEY=…`, and a mail server with its password. */
const SECRET = /^AUTH_(?:\w+_)?(?:(?:SECRET|KEY)(?:_\d+)?=|SERVER=.*@)/;

/** Shorter values could be in a file by chance. */
const MIN_LENGTH = 8;

/** Lists the secrets of the environment and of Vite's `.env` files. */
function listVariables(
  { mode = "", envDir }: EnvPlace,
): (readonly [name: string, value: string])[] {
  const names = ["", ".local", `.${mode}`, `.${mode}.local`];
  const files = envDir
    ? names.flatMap((name) => readVariables(join(envDir, `.env${name}`)))
    : [];
  const all = [...files, ...Object.entries(process.env)];
  return all.flatMap(([name, value = ""]) =>
    SECRET.test(`${name}=${value}`) && value.length >= MIN_LENGTH
      ? [[name, value]]
      : []
  );
}

function readVariables(file: string): (readonly [string, string])[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return [];
  }
  // A quote without its end would hide the lines behind it.
  const parts = [text, ...text.split(/\r?\n/)];
  const found = parts.flatMap((part) => [...part.matchAll(VARIABLE)]);
  return found.flatMap(([, name = "", value = ""]) => {
    const [, quoted] = /^(?:"(.*)"|'(.*)'|`(.*)`)$/s.exec(value)
      ?.filter((one) => one !== undefined) ?? [];
    if (quoted === undefined) return [[name, value.trim()]];
    // How escapes are read depends on the reader and its version.
    const forms = [
      quoted,
      quoted.replaceAll("\\n", "\n"),
      quoted.replace(/\\(["'`])/g, "$1"),
    ];
    return forms.map((form) => [name, form] as const);
  });
}

/** A variable of a `.env` file: quoted, over several lines too, or up to a comment. */
const VARIABLE =
  /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|[^#\r\n]*)/gm;
