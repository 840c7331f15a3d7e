import { ConfigurationError } from "./errors.ts";

/** The mistakes of a configuration, gathered so that all are reported at once. */
export class Problems {
  readonly #certain: string[] = [];
  readonly #mendable: string[] = [];

  /** A mistake in the object itself. */
  add(message: string): void {
    this.#certain.push(message);
  }

  /** Something that the environment may still bring. */
  addMendable(message: string): void {
    this.#mendable.push(message);
  }

  /**
   * Throws if there are any.
   *
   * @param environment whether the environment has been read: it can mend
   * nothing more then
   */
  throwIfAny(environment: "read" | "not read"): void {
    const found = environment === "read"
      ? [...this.#certain, ...this.#mendable]
      : this.#certain;
    if (found.length > 0) throw new ConfigurationError(found);
  }
}
