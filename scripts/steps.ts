// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
/**
 * The steps of the gate and of a release, and how they are printed.
 *
 * @module
 */

/** One check: says in a few words what it found, or throws. */
export interface Step {
  readonly name: string;
  readonly run: () => Promise<string | void>;
}

/** Runs a step, and prints its result when it is done; returns whether it passed. */
export async function runStep({ name, run }: Step): Promise<boolean> {
  const start = performance.now();
  const { note, error } = await run().then(
    (note) => ({ note, error: undefined }),
    (error) => ({ note: undefined, error: toMessage(error) }),
  );
  const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(5);
  const mark = error === undefined ? "ok    " : "FAILED";
  console.log(`${mark} ${seconds} s  ${name}${note ? `: ${note}` : ""}`);
  if (error !== undefined) console.error(error);
  return error === undefined;
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
