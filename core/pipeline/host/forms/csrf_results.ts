/** A form token, and the headers to add to the response. */
export interface CsrfTokenResult {
  /** Value of the `csrfToken` field. */
  readonly csrfToken: string;
  /** Headers to add to the response; they keep the page out of caches. */
  readonly headers: Headers;
}

/** The hidden field of a form, and the headers to add to the response. */
export interface CsrfFieldResult {
  /** The field as HTML: `<input type="hidden" name="csrfToken" value="…">`. */
  readonly csrfField: string;
  /** Headers to add to the response; they keep the page out of caches. */
  readonly headers: Headers;
}
