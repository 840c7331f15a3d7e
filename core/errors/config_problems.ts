import { ConfigurationError } from "./auth_error.ts";

/** Collects the mistakes of a configuration, so that all are reported together. */
export class Problems {
  readonly #certain: string[] = [];
  readonly #mendable: string[] = [];

  /** Adds a mistake in the object itself. */
  readonly add = (message: string): void => void this.#certain.push(message);

  /** Adds a missing value that the environment may still provide. */
  addMendable(message: string): void {
    this.#mendable.push(message);
  }

  /**
   * Throws if there are any mistakes.
   *
   * @param environment whether the environment has been read; then it can no
   * longer provide missing values
   */
  throwIfAny(environment: "read" | "not read"): void {
    const found = environment === "read"
      ? [...this.#certain, ...this.#mendable]
      : this.#certain;
    if (found.length > 0) throw new ConfigurationError(found);
  }
}
