import { ConfigurationError } from "../core/errors.ts";

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
 * Makes sure that browsers cannot download the configuration: Qwik makes a file
 * for the browser of every closure that it does not know to be the server's. It
 * tells so once it has shown a first page.
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
  if (typeof chunk !== "string" || !/^q-[^?]*\.js$/.test(chunk)) return;
  throw new ConfigurationError([
    `The configuration is in \`build/${chunk}\`, which every browser can download. Add the plugin \`latchkey()\` of "@latchkey/auth/component/vite" to vite.config.ts, or import \`routeAuth$\` in place of \`ComponentAuth$\`; then change every secret that stands in it.`,
  ]);
}

const NOWHERE = "the server";
