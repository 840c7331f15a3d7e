import process from "node:process";

/**
 * The address of a test server, and the reason if tests that need it are
 * skipped.
 */
export interface TestServer {
  readonly url: string;
  /** For the `skip` of a test: false if the server is available. */
  readonly skip: string | false;
}

/**
 * Returns the server that the test scripts have started. Without one, tests are
 * skipped with a reason; on CI they fail instead, because a skip would go
 * unnoticed.
 */
export function findTestServer(
  variable: "TEST_POSTGRES_URL" | "TEST_REDIS_URL",
): TestServer {
  const url = process.env[variable] ?? "";
  const reason = `${variable} is not set: \`deno task test\` sets it`;
  if (url === "" && process.env.CI) throw new Error(reason);
  return { url, skip: url === "" && reason };
}
