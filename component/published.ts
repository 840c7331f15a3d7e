import { ConfigurationError } from "../core/errors/errors.ts";
import { tellOperator } from "../core/pipeline/host/host_request.ts";

/** A closure that Qwik may have moved into its own file. */
export interface Closure {
  /** Its name in the build. */
  getSymbol(): string;
}

/** Qwik's information about the files of the build. */
export interface Platform {
  chunkForSymbol(
    symbol: string,
    chunk: string | null,
    parent?: string,
  ): readonly [symbol: string, chunk: string] | undefined;
}

/**
 * Checks at server start that the Vite plugin is in use. The plugin renames
 * `ComponentAuth$`, so that Qwik's optimizer keeps the closure on the server: a
 * closure that the optimizer has seen under the original name is in a file for
 * browsers.
 *
 * @throws ConfigurationError in production
 */
export function assertKept(closure: Closure, isDeveloping: boolean): void {
  if (UNSEEN.test(closure.getSymbol())) return;
  const error = toError(
    "The configuration is in a file for browsers, which",
  );
  if (!isDeveloping) throw error;
  // There is no configuration yet that could name a logger.
  void tellOperator(() => ({ providers: [] }), error);
}

/**
 * Checks that browsers cannot download the configuration, even without the Vite
 * plugin, which checks more closely. Qwik makes a browser file of every closure
 * that it does not know to be server-only; closures that it has not seen stay
 * where they were written. Qwik only reports this after the first page was
 * rendered.
 *
 * @throws ConfigurationError
 */
export function assertNotPublished(
  closure: Closure,
  platform: Platform,
): void {
  const symbol = closure.getSymbol();
  // With a parent, Qwik makes up a name for a closure that is in no file.
  const [, chunk] = platform.chunkForSymbol(symbol, null, NOWHERE) ?? [];
  // Nothing is known yet, or the closure is registered on the server.
  if (typeof chunk !== "string" || chunk === "" || chunk === "_") return;
  const isInFile = !chunk.includes(NOWHERE);
  if (!isInFile && !UNSEEN.test(symbol)) return;
  const where = isInFile
    ? `in \`${chunk}\`, which`
    : "in the file of the module that calls `ComponentAuth$`, which";
  throw toError(`The configuration is ${where}`);
}

function toError(start: string): ConfigurationError {
  return new ConfigurationError([
    `${start} every browser can download. Add the plugin \`latchkey()\` of "@latchkey/auth/component/vite" to vite.config.ts, import \`ComponentAuth$\` by that name, and change every secret that was written there.`,
  ]);
}

const NOWHERE = "latchkey-nowhere";

/**
 * The names of closures that Qwik's optimizer did not see, counted while the
 * server runs.
 */
const UNSEEN = /^s\d+$/;
