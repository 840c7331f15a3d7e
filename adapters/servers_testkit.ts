import process from "node:process";

/** Where a server for tests is, and why tests that need it are skipped. */
export interface TestServer {
  readonly url: string;
  /** For the `skip` of a test: false where the server is there. */
  readonly skip: string | false;
}

/**
 * The server that the test scripts have started. Without one, tests are skipped
 * with a reason; on a machine that is there for tests they fail instead, for
 * nobody would notice.
 */
export function findTestServer(
  variable: "TEST_POSTGRES_URL" | "TEST_REDIS_URL",
): TestServer {
  const url = process.env[variable] ?? "";
  const reason = `${variable} is not set: \`deno task test\` sets it`;
  if (url === "" && process.env.CI) throw new Error(reason);
  return { url, skip: url === "" && reason };
}
