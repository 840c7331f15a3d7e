/**
 * The parts of a request that the library uses; those of Express 4 and 5,
 * Connect and Node fit.
 */
export interface ServerRequest {
  /** HTTP method. */
  method?: string | undefined;
  /** Path and query, below the mount. */
  url?: string | undefined;
  /** The original path and query. */
  originalUrl?: string | undefined;
  /** Path of the mount. */
  baseUrl?: string | undefined;
  /** `http` or `https`, as determined by the framework. */
  protocol?: string | undefined;
  /** Headers by lower-case name. */
  headers: Record<string, string | string[] | undefined>;
  /** The result of a body parser. */
  body?: unknown;
  /** Adds a listener for an event of the body. */
  // deno-lint-ignore no-explicit-any -- any listener fits
  on(event: string, listener: (...args: any[]) => void): unknown;
  /** Pauses the body stream. */
  pause?(): unknown;
}

/** The parts of a response that the library uses. */
export interface ServerResponse {
  /** HTTP status. */
  statusCode: number;
  /** Whether the response has begun. */
  headersSent: boolean;
  /** Returns a header that was set. */
  getHeader(name: string): number | string | string[] | undefined;
  /** Sets a header. */
  setHeader(name: string, value: string | string[]): unknown;
  /** Sends the response. */
  end(text?: string): unknown;
}
