import process from "node:process";

export { minutesLater } from "./servers/minutes_later.mjs";

const { env } = process;

const port = Number(env.E2E_PORT ?? 3310);

/** Ports of the servers that the tests start. */
export const ports = {
  oneOrigin: port,
  twoOrigins: port + 10,
  database: port + 20,
  mailbox: port + 30,
  qwikNode: port + 40,
  qwikDeno: port + 50,
  qwikDev: port + 60,
  qwikDatabase: port + 70,
  qwikMailbox: port + 80,
  gallery: port + 90,
  connection: port + 100,
  passwords: port + 110,
  passwordMailbox: port + 120,
  client: port + 130,
  clientPage: port + 140,
  clientStranger: port + 150,
};

/** The URL of the application, if it was started before the tests. */
export const startedElsewhere = env.E2E_BASE_URL;

/**
 * True if the tests start the provider themselves, and so know its pages and
 * accounts.
 */
export const embedded = !env.E2E_ISSUER && !startedElsewhere;

/** The reason for skipping a test that needs the embedded provider. */
export const needsEmbedded =
  "needs the provider and the servers that these tests start";

const {
  mailbox: _,
  qwikMailbox: __,
  passwordMailbox: ___,
  ...applicationPorts
} = ports;

const applicationOrigins = startedElsewhere
  ? [new URL(startedElsewhere).origin]
  : (embedded ? Object.values(applicationPorts) : [ports.oneOrigin])
    .map((port) => `http://localhost:${port}`);

/**
 * Whether a URL belongs to the application under test, and not to its provider.
 */
export function isApplication(url: string): boolean {
  return URL.canParse(url) && applicationOrigins.includes(new URL(url).origin);
}

/** The provider, and an account at it. */
export const provider = {
  issuer: env.E2E_ISSUER,
  clientId: env.E2E_CLIENT_ID,
  clientSecret: env.E2E_CLIENT_SECRET,
  user: env.E2E_USER ?? "ada@example.test",
  password: env.E2E_PASSWORD ?? "analytical-engine",
};

/** Another account of the embedded provider. */
export const secondAccount = {
  user: "grace@example.test",
  password: "first-compiler",
};

/** A third account, for tests that look at all data of a user. */
export const thirdAccount = {
  user: "katherine@example.test",
  password: "orbital-mechanics",
};

/** The user of the application's own password sign-in. */
export const guest = { user: "guest", password: "a guest's password" };

/** The password of all users of the pages with a client, and the path that makes one. */
export const clientUser = {
  password: "a password of somebody with a client",
  path: "/e2e/user",
};

/** The address of the application's list of access tokens that it has sent. */
export const accessTokens = "/e2e/access-tokens";

if (provider.issuer && !(provider.clientId && provider.clientSecret)) {
  throw new Error("E2E_ISSUER needs E2E_CLIENT_ID and E2E_CLIENT_SECRET");
}
