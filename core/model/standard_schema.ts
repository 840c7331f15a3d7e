import type { Awaitable } from "./model.ts";

/** A validator of the Standard Schema specification, as Zod, Valibot and ArkType make them. */
export interface StandardSchema {
  /** The members that the specification defines. */
  readonly "~standard": {
    /** Returns the validated value, or the issues that it has. */
    readonly validate: (
      value: unknown,
    ) => Awaitable<
      | { readonly value: unknown; readonly issues?: undefined }
      | { readonly issues: readonly unknown[] }
    >;
  };
}
