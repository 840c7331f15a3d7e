// deno-lint-ignore-file no-console -- a program for a terminal

/**
 * Starts the demo: an OpenID Connect provider with three accounts, a mailbox, and the example
 * application that signs in with them.
 *
 *   PORT                          port of the application, 3000 by default
 *   PROVIDER_PORT                 port of the provider, 4000 by default or a free one
 *   GUEST_PASSWORD                password of an account "guest", instead of passwords that people
 *                                 choose; without a database "open-sesame" by default
 *   MAIL_PORT                     port of the page with the last mail, 4025 by default or a free one
 *   DATABASE                      "sqlite" by default; empty: sessions in cookies, no stored users
 *   EMAIL_SERVER                  your own mail server instead of the included one
 *   AUTH_DEMO_ISSUER, _ID, _SECRET  your own provider instead of the included one
 */
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { toClient } from "./client.ts";
import {
  errorCode,
  listenOnLoopback,
  type LoopbackServer,
} from "./loopback.ts";
import { type Mailbox, startMailbox } from "./mailbox.ts";
import {
  type ProviderOptions,
  type RunningProvider,
  startProvider,
} from "./provider.ts";

export interface DemoOptions {
  readonly port: number;
  /** Used only if it is free. */
  readonly providerPort?: number;
  /** The mailbox's port; used only if it is free. */
  readonly mailPort?: number;
  readonly loginOrigin?: ProviderOptions["loginOrigin"];
  /** Wraps the request handlers of the application and the provider. */
  readonly around?: (handler: RequestListener) => RequestListener;
}

export interface Demo {
  readonly url: string;
  readonly issuer: string;
  /** Absent if the caller has its own provider. */
  readonly provider?: RunningProvider;
  /** Absent if mails are really sent. */
  readonly mailbox?: Mailbox;
  close(): Promise<void>;
}

/** An error that the user of the terminal can fix. */
export class DemoError extends Error {
  override readonly name = "DemoError";
}

/**
 * Starts the provider, unless the environment names another one, and the
 * application.
 */
export async function startDemo(options: DemoOptions): Promise<Demo> {
  let handle: RequestListener = (_request, response) =>
    void response.writeHead(503).end();
  const app = await listenForApp(
    (request, response) => handle(request, response),
    options,
  );
  let provider: RunningProvider | undefined;
  let mailbox: Mailbox | undefined;
  const close = async () =>
    void await Promise.all([app.close(), provider?.close(), mailbox?.close()]);
  try {
    const issuer = foreignIssuer();
    if (issuer) requireClient();
    else provider = await startDemoProvider(app.port, options);
    mailbox = await startDemoMailbox(options);
    process.env.AUTH_SECRET ||= randomBytes(32).toString("base64url");
    if (!process.env.DATABASE) process.env.GUEST_PASSWORD ||= "open-sesame";
    // Only this machine reaches the demo, and its terminal has the password, too.
    process.env.SHOW_GUEST_PASSWORD ||= "true";
    // Imported late, because the application reads the environment.
    const { createApp } = await import("../express-app/src/app.ts");
    const handler: RequestListener = createApp();
    handle = options.around?.(handler) ?? handler;
    return {
      url: `http://localhost:${app.port}`,
      issuer: provider?.issuer ?? issuer ?? "",
      ...(provider && { provider }),
      ...(mailbox && { mailbox }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function listenForApp(
  handler: RequestListener,
  { port }: DemoOptions,
): Promise<LoopbackServer> {
  try {
    return await listenOnLoopback(handler, port);
  } catch (error) {
    if (errorCode(error) !== "EADDRINUSE") throw error;
    throw new DemoError(
      `Port ${port} is in use. Choose another one: PORT=${
        port + 1
      } deno task start`,
    );
  }
}

/**
 * Starts the provider for an application on that port, and sets the environment
 * for it.
 */
export async function startDemoProvider(
  appPort: number,
  { providerPort = 0, loginOrigin, around }: Omit<DemoOptions, "port"> = {},
): Promise<RunningProvider> {
  const client = toClient(appPort);
  const options = {
    clients: [client],
    ...(loginOrigin && { loginOrigin }),
    ...(around && { around }),
  };
  const provider = await startProvider({ ...options, port: providerPort })
    .catch((error) => {
      if (errorCode(error) !== "EADDRINUSE") throw error;
      return startProvider({ ...options, port: 0 });
    });
  process.env.AUTH_DEMO_ISSUER = process.env[ownIssuer] = provider.issuer;
  process.env.AUTH_DEMO_ID = client.clientId;
  process.env.AUTH_DEMO_SECRET = client.clientSecret;
  // Its userinfo endpoint.
  process.env.API_URL = `${provider.issuer}/me`;
  return provider;
}

/** Starts a mailbox, unless the environment names a mail server. */
export async function startDemoMailbox(
  { mailPort = 0 }: Pick<DemoOptions, "mailPort">,
): Promise<Mailbox | undefined> {
  const { env } = process;
  if (env.EMAIL_SERVER !== env[ownMailServer]) return undefined;
  const mailbox = await startMailbox(mailPort);
  env.EMAIL_SERVER = env[ownMailServer] = mailbox.server;
  env.EMAIL_FROM ||= "The example app <sign-in@example.test>";
  env.MAILBOX_URL = mailbox.url;
  return mailbox;
}

/** Survives restarts as well. */
const ownMailServer = "LATCHKEY_DEMO_EMAIL_SERVER";

/** Survives the restarts of `deno run --watch`, as the rest of the environment does. */
const ownIssuer = "LATCHKEY_DEMO_ISSUER";

/** Returns the issuer that the user has set in the environment. */
function foreignIssuer(): string | undefined {
  const issuer = process.env.AUTH_DEMO_ISSUER;
  return issuer === process.env[ownIssuer] ? undefined : issuer;
}

function requireClient(): void {
  const missing = ["AUTH_DEMO_ID", "AUTH_DEMO_SECRET"].filter((name) =>
    !process.env[name]
  );
  if (missing.length > 0) {
    throw new DemoError(
      `AUTH_DEMO_ISSUER is set, so ${missing.join(" and ")} must be set, too.`,
    );
  }
}

/** Returns the port in an environment variable, or the default. */
export function portFrom(name: string, fallback: number): number {
  const text = process.env[name];
  if (!text) return fallback;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new DemoError(`${name} must be a port number, not "${text}".`);
  }
  return port;
}

/** Ends the process cleanly on Ctrl-C or a termination signal. */
export function closeAtEnd(close: () => Promise<void>): void {
  let closing = false;
  const end = async () => {
    if (closing) return;
    closing = true;
    await close();
    process.exit(0);
  };
  process.on("SIGINT", end);
  process.on("SIGTERM", end);
}

function announce({ url, issuer, provider, mailbox }: Demo): void {
  console.log(`\nExample app   ${url}\nProvider      ${issuer}`);
  for (const { username, password } of provider?.accounts ?? []) {
    console.log(`Sign in as    ${username}  password: ${password}`);
  }
  const guest = process.env.GUEST_PASSWORD;
  console.log(
    guest
      ? `Or here as    guest  password: ${guest}`
      : `Or sign up    ${url}/auth/signup`,
  );
  if (mailbox) console.log(`Mails         ${mailbox.url}`);
  console.log("\nCtrl-C to end");
}

/** Enables every feature, passkeys included; the data outlives the program. */
function chooseDatabase(): void {
  process.env.DATABASE ??= "sqlite";
  if (process.env.DATABASE !== "sqlite") return;
  const folder = fileURLToPath(new URL("../../.cache", import.meta.url));
  mkdirSync(folder, { recursive: true });
  process.env.DATABASE_FILE ??= join(folder, "demo.sqlite");
}

/** Runs the whole demo, until it is stopped from the terminal. */
export async function main(): Promise<void> {
  chooseDatabase();
  const demo = await startDemo({
    port: portFrom("PORT", 3000),
    providerPort: portFrom("PROVIDER_PORT", 4000),
    mailPort: portFrom("MAIL_PORT", 4025),
  });
  closeAtEnd(demo.close);
  announce(demo);
}

/** Runs a program; a user error ends it with one line. */
export async function runDemo(program: () => Promise<void>): Promise<void> {
  try {
    await program();
  } catch (error) {
    if (!(error instanceof DemoError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
