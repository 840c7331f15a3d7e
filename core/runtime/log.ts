// deno-lint-ignore-file no-console -- the console is where log lines go by default
import { AuthError } from "../errors/auth_error.ts";
import { toDocs } from "../errors/docs.ts";
import { findErrorRow } from "../errors/error_table.ts";
import type { LogCode } from "../errors/warning_codes.ts";

/** The destination of log lines. A level that is left out goes to the console. */
export interface Logger {
  /** Called when something failed; secrets have been removed from the error. Default: `console.error`. */
  error?: ((error: Error) => void) | undefined;
  /** Called for a warning; `docs` is where its code is explained. Default: `console.warn`. */
  warn?: ((code: string, message: string, docs: string) => void) | undefined;
  /** Called with the steps that the library takes, if the option `debug` is on. Default: `console.debug`. */
  debug?: ((message: string, details?: unknown) => void) | undefined;
}

/** Returns a hint for the operator. */
type ToHint = (error: AuthError) => string | undefined;

/** The logger as the library uses it. Its methods never throw. */
export interface Log {
  /**
   * @param error the failure
   * @param ref the reference that the visitor is shown
   * @param toHint returns the hint for the operator; default: those of the table
   */
  error(error: Error, ref?: string, toHint?: ToHint): void;
  /** @param shown public URLs, and the visitor's reference, which stay although they look like tokens */
  warn(code: LogCode, message: string, shown?: readonly string[]): void;
  debug(message: string, details?: Readonly<Record<string, unknown>>): void;
  /** Whether debug lines are wanted. */
  readonly isVerbose: boolean;
  /** Returns the same log, which hides these texts as well. */
  hiding(secrets: readonly string[]): Log;
}

const MAX_TEXT = 4000;
const MAX_CAUSES = 5;

/**
 * Creates the log. Redaction is part of it: neither the console nor the
 * application's own logger receives a secret, whatever an error's message
 * contains.
 *
 * @param logger the application's levels; a missing one goes to the console
 * @param debug whether debug lines are wanted
 * @param secrets values that must never be logged
 */
export function createLog(
  logger: Logger,
  debug: boolean,
  secrets: readonly string[],
): Log {
  const redact = createRedactor(secrets);
  return {
    error: (error, ref, toHint = ({ type }) => findErrorRow(type)?.hint) =>
      quietly(() => {
        const safe = redactError(error, { redact, toHint });
        if (ref !== undefined) safe.ref = ref;
        safe.docs = toDocs(safe.type ?? "Error");
        if (logger.error) logger.error(safe);
        else console.error(format(safe));
      }),
    warn: (code, message, shown = []) =>
      quietly(() => {
        const safe = redact(message, toPublic(shown));
        const docs = toDocs(code);
        if (logger.warn) logger.warn(code, safe, docs);
        else console.warn(`[auth][warn][${code}] ${safe} (${docs})`);
      }),
    isVerbose: debug,
    debug: (message, details) =>
      quietly(() => {
        if (!debug) return;
        const safe = redactFacts(details ?? {}, redact);
        if (logger.debug) logger.debug(redact(message), safe);
        else console.debug(`[auth][debug] ${redact(message)}`, safe);
      }),
    hiding: (more) => createLog(logger, debug, [...secrets, ...more]),
  };
}

/** Ignores errors of the logger: a logger that fails must not break a sign-in. */
function quietly(write: () => void): void {
  try {
    write();
  } catch {
    // There is nowhere left to report it.
  }
}

/** @param shown parts of the text that stay although they look like tokens */
type Redact = (text: string, shown?: readonly string[]) => string;

/**
 * Hides the known secrets, and everything that looks like a token: long runs
 * of token characters with a digit in them, queries and passwords in URLs.
 * The result is one short line, so that no text can forge another.
 */
export function createRedactor(secrets: readonly string[]): Redact {
  const known = secrets.filter((secret) => secret.length >= 4);
  return (text, shown = []) => {
    let safe = text;
    // Done before the cut, so that no secret is cut in two and half of it shown.
    for (const secret of known) safe = safe.replaceAll(secret, "[redacted]");
    return hideTokens(safe.slice(0, MAX_TEXT), shown);
  };
}

function hideTokens(
  text: string,
  [first = "", ...rest]: readonly string[],
): string {
  if (first !== "") {
    const around = text.split(first).map((part) => hideTokens(part, rest));
    return around.join(first);
  }
  return text
    .replace(/\/\/[^/\s@]*@/g, "//[redacted]@")
    .replace(/([?&][\w.-]+=)[^&\s"'<>)]*/g, "$1[redacted]")
    .replace(/[\w+/-]{20,}/g, (run) => /\d/.test(run) ? hideRun(run) : run)
    .replaceAll("\n", " ")
    // Those that turn the direction of a line around, too.
    // deno-lint-ignore no-control-regex -- control characters are what it looks for
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, "?");
}

/**
 * Keeps file paths, which are useful, because tokens have no short segments;
 * and the names of variables, which say how to mend a configuration.
 */
function hideRun(run: string): string {
  return run.split("/").map((part) =>
    part.length >= 20 && /\d/.test(part) && !/^AUTH_[A-Z0-9_]+$/.test(part)
      ? "[redacted]"
      : part
  ).join("/");
}

/** An error that is safe to pass to a logger. */
interface SafeError extends Error {
  type?: string;
  code?: string;
  ref?: string;
  hint?: string;
  docs?: string;
}

function redactError(
  error: Error,
  how: { readonly redact: Redact; readonly toHint: ToHint },
  depth = 0,
): SafeError {
  const { redact, toHint } = how;
  const shown = toShown(error);
  const safe: SafeError = new Error(redact(error.message, shown));
  safe.name = redact(error.name);
  safe.stack = [
    `${safe.name}: ${safe.message}`,
    ...toFrames(error).map((line) => redact(line, toFileName(line))),
  ].join("\n");
  if (error instanceof AuthError) {
    safe.type = error.type;
    const hint = toHint(error);
    if (hint !== undefined) safe.hint = hint;
    if (error.code !== undefined) safe.code = redact(error.code);
    // The library's own text: one line per mistake.
    if (error.type === "Configuration") {
      safe.message = error.message.split("\n")
        .map((line) => redact(line, shown)).join("\n");
    }
  }
  const cause = toCause(error);
  if (depth < MAX_CAUSES && cause instanceof Error) {
    safe.cause = redactError(cause, how, depth + 1);
  }
  return safe;
}

/** Returns the frames of the stack. Lines of the message, which may look the same, are left out. */
function toFrames(error: Error): string[] {
  const { message, stack = "" } = error;
  const at = stack.indexOf(message);
  return (at < 0 ? stack : stack.slice(at + message.length)).split("\n")
    .filter((line) => /^\s+at /.test(line));
}

/**
 * Returns the texts that may be shown. A provider may have written them, so
 * only URLs without a query or a password remain.
 */
function toShown(error: Error): readonly string[] {
  return error instanceof AuthError ? toPublic(error.shown ?? []) : [];
}

function toPublic(shown: readonly string[]): readonly string[] {
  return shown.filter((text) =>
    /^https?:\/\/[\w.:/%~[\]-]{1,300}$|^[\w-]{58}$/.test(text)
  );
}

/**
 * File names that are kept. Bundlers give modules long names with digits;
 * without them a stack says nothing.
 */
const FILE_NAME = /^[\w.@~+-]{1,80}\.(?:[cm]?[jt]sx?|wasm)(?=[:?])/;

/** Returns the file name of a frame: the last part of its path, before a line number or a query. */
function toFileName(frame: string): readonly string[] {
  const path = frame.split("?", 1)[0] ?? "";
  const cut = Math.max(
    ...["/", "\\", "(", " "].map((one) => path.lastIndexOf(one)),
  );
  const [name] = FILE_NAME.exec(frame.slice(cut + 1)) ?? [];
  return name === undefined ? [] : [name];
}

function toCause(error: Error): unknown {
  const cause: unknown = error.cause;
  return cause instanceof Error
    ? cause
    : (cause as { err?: unknown } | null | undefined)?.err;
}

function redactFacts(
  facts: Readonly<Record<string, unknown>>,
  redact: Redact,
): Record<string, unknown> {
  const entries = Object.entries(facts).map(([key, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return [key, redact(text ?? "", toPublic(key === "ref" ? [text] : []))];
  });
  return Object.fromEntries(entries);
}

function format(error: SafeError): string {
  const head = `[auth][error] ${error.type ?? error.name}` +
    (error.code ? ` (${error.code})` : "") +
    (error.ref ? ` ref ${error.ref}` : "") + `: ${error.message}`;
  const hint = error.hint ? `\n  hint: ${error.hint}` : "";
  let causes = "";
  let cause: unknown = error.cause;
  while (cause instanceof Error) {
    causes += `\n  cause: ${cause.name}: ${cause.message}`;
    cause = cause.cause;
  }
  const stack = (error.stack ?? "").split("\n")
    .filter((line) => /^\s+at /.test(line)).slice(0, 6);
  return [head + hint + causes, `  docs: ${error.docs}`, ...stack].join("\n");
}
