/** The texts of one type of error. */
export interface ErrorText {
  /** Hint for the operator, in the log only, unless `error_table.ts` has it. */
  readonly hint?: string;
  /** The sentence for the visitor. */
  readonly sentence: string;
  /** Sentences for particular codes of this type. */
  readonly codes?: Readonly<Record<string, string>>;
  /** Replaces a malformed code, if the application's own codes may be shown. */
  readonly hostCode?: string;
}
