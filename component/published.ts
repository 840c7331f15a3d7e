import { ConfigurationError } from "../core/errors/errors.ts";
import { tellOperator } from "../core/pipeline/host/session_access.ts";

/** What Qwik knows of a closure that it may have put into a file of its own. */
export interface Closure {
  /** Its name in the build. */
  getSymbol(): string;
}

/** What Qwik's platform says of the files of the build. */
export interface Platform {
  chunkForSymbol(
    symbol: string,
    chunk: string | null,
    parent?: string,
  ): readonly [symbol: string, chunk: string] | undefined;
}

/**
 * Makes sure at the start of the server that the plugin for Vite was not
 * forgotten. It gives `ComponentAuth$` another name, so that Qwik's optimizer
 * keeps the closure on the server: a closure that the optimizer has seen under
 * this name is in a file for browsers.
 *
 * @throws ConfigurationError in production
 */
export function assertKept(closure: Closure, isDeveloping: boolean): void {
  if (UNSEEN.test(closure.getSymbol())) return;
  const error = toError(
    "The configuration is in a file for browsers, which",
  );
  if (!isDeveloping) throw error;
  // There is no configuration as yet that could name a logger.
  void tellOperator({}, { providers: [] }, error);
}

/**
 * Makes sure that browsers cannot download the configuration, also where the
 * plugin for Vite, which looks closer, was forgotten. Qwik makes a file for the
 * browser of every closure that it does not know to be the server's, and what it
 * has not seen stays where it was written. It tells so once it has shown a first
 * page.
 *
 * @throws ConfigurationError
 */
export function assertNotPublished(
  closure: Closure,
  platform: Platform,
): void {
  const symbol = closure.getSymbol();
  // With a parent, Qwik makes a name of it for what is in no file.
  const [, chunk] = platform.chunkForSymbol(symbol, null, NOWHERE) ?? [];
  // Nothing is known as yet, or the closure is registered on the server.
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

/** What closures are called that Qwik's optimizer did not see, counted while the server runs. */
const UNSEEN = /^s\d+$/;
