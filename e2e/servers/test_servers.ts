/** A server of the browser tests. */
export interface TestServer {
  /** A program in this folder, and its arguments. */
  readonly args: readonly string[];
  /** Answers when the server is ready. */
  readonly url: string;
}

/** The variable that lists the servers for serve_all.ts, as JSON. */
export const serversVariable = "E2E_SERVERS";

/** The line that serve_all.ts prints when all servers answer. */
export const ready = /^All servers answer\.$/m;
