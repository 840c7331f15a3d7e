import { ConfigurationError } from "./auth_error.ts";

/** Collects the mistakes of a configuration, so that all are reported together. */
export class Problems {
  readonly #certain: string[] = [];
  readonly #mendable: string[] = [];
  readonly #denied = new Set<string>();
  readonly #deniedLater = new Set<string>();

  /** Adds a mistake in the object itself. */
  readonly add = (message: string): void => void this.#certain.push(message);

  /** Adds a missing value that the environment may still provide. */
  addMendable(message: string): void {
    this.#mendable.push(message);
  }

  /** Adds a variable that is needed and may not be read. */
  readonly deny = (name: string): void => void this.#denied.add(name);

  /** Adds one that is needed unless the environment still provides another. */
  denyMendable(name: string): void {
    this.#deniedLater.add(name);
  }

  /**
   * Throws if there are any mistakes.
   *
   * @param environment whether the environment has been read; then it can no
   * longer provide missing values
   */
  throwIfAny(environment: "read" | "not read"): void {
    const isRead = environment === "read";
    const denied = [...this.#denied, ...isRead ? this.#deniedLater : []];
    const found = [
      ...denied.length > 0 ? [toDeniedProblem(denied)] : [],
      ...this.#certain,
      // What seems to be missing may be in a variable that may not be read.
      ...isRead && denied.length === 0 ? this.#mendable : [],
    ];
    if (found.length > 0) throw new ConfigurationError(found);
  }
}

/** More variables of ours than this are named by a pattern. */
const FEW = 4;

/** Says which permission an application lacks, and how to do without it. */
function toDeniedProblem(names: readonly string[]): string {
  const others = names.filter((name) => !name.startsWith("AUTH_"));
  const flag = names.length > FEW
    ? `"${["AUTH_*", ...others].join(",")}"`
    : names.join(",");
  return `These variables may be set, but may not be read: ${
    names.join(", ")
  }. Run Deno with \`--allow-env=${flag}\`, or set the options in the configuration.`;
}
