/** What the library uses of a request; those of Express 4 and 5, Connect and Node fit. */
export interface ServerRequest {
  /** HTTP method. */
  method?: string | undefined;
  /** Path and query, below the mount. */
  url?: string | undefined;
  /** Path and query as they came. */
  originalUrl?: string | undefined;
  /** Path of the mount. */
  baseUrl?: string | undefined;
  /** `http` or `https`, as the framework understands it. */
  protocol?: string | undefined;
  /** Headers by lower-case name. */
  headers: Record<string, string | string[] | undefined>;
  /** What a body parser made of the body. */
  body?: unknown;
  /** Listens to the body. */
  // deno-lint-ignore no-explicit-any -- any listener fits
  on(event: string, listener: (...args: any[]) => void): unknown;
  /** Stops the body. */
  pause?(): unknown;
}

/** What the library uses of a response. */
export interface ServerResponse {
  /** HTTP status. */
  statusCode: number;
  /** Whether the answer has begun. */
  headersSent: boolean;
  /** A header that was set. */
  getHeader(name: string): number | string | string[] | undefined;
  /** Sets a header. */
  setHeader(name: string, value: string | string[]): unknown;
  /** Sends the answer. */
  end(text?: string): unknown;
}
