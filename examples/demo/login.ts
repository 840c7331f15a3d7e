import { Buffer } from "node:buffer";
import { createHash, timingSafeEqual } from "node:crypto";
import type {
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from "node:http";
import { type Engine, type Interaction, passwordClass } from "./engine.ts";
import { loginPage, messagePage, pagePolicy } from "./login_page.ts";
import type { ProviderAccount, ProviderClient } from "./provider.ts";

export interface LoginOptions {
  readonly engine: Engine;
  readonly clients: readonly ProviderClient[];
  readonly accounts: readonly ProviderAccount[];
}

/** One sign-in at the provider. */
interface Visit {
  readonly uid: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Serves the login form and handles its submission. */
export function createLogin(options: LoginOptions): RequestListener {
  // The target of each finished sign-in, for users who return with the back
  // button.
  const finished = new Map<string, string>();

  return (request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const uid = /^\/login\/([\w-]+)$/.exec(path)?.[1] ?? "";
    answer({ uid, request, response }).catch(() => {
      if (response.headersSent) return response.destroy();
      sendHtml(response, 400, unreadable);
    });
  };

  async function answer(visit: Visit): Promise<void> {
    const { uid, response } = visit;
    const application = finished.get(uid);
    if (application !== undefined) {
      return sendHtml(response, 200, alreadySignedIn(application));
    }
    const interaction = await options.engine.Interaction.find(uid);
    if (interaction === undefined) return sendHtml(response, 404, unknown);
    if (visit.request.method === "POST") return decide(visit, interaction);
    sendHtml(response, 200, loginPage(formOf(visit, interaction)));
  }

  async function decide(visit: Visit, interaction: Interaction) {
    const fields = await readForm(visit.request);
    if (fields.get("do") === "cancel") {
      return await finish(visit, interaction, {
        error: "access_denied",
        error_description: "Sign-in was canceled.",
      });
    }
    const username = fields.get("username") ?? "";
    const account = findAccount(username, fields.get("password") ?? "");
    if (account === undefined) {
      const error = "Wrong username or password.";
      const form = { ...formOf(visit, interaction), username, error };
      return sendHtml(visit.response, 200, loginPage(form));
    }
    await finish(visit, interaction, {
      ...interaction.lastSubmission,
      login: { accountId: account.sub, acr: passwordClass, amr: ["pwd"] },
    });
    const { redirect_uri } = interaction.params;
    if (redirect_uri) finished.set(visit.uid, new URL("/", redirect_uri).href);
  }

  function formOf({ uid }: Visit, { params }: Interaction) {
    const client = options.clients.find(({ clientId }) =>
      clientId === params.client_id
    );
    return {
      action: `/login/${uid}`,
      application: client?.name ?? client?.clientId ?? "",
      username: params.login_hint ?? "",
      accounts: options.accounts,
    };
  }

  function findAccount(username: string, password: string) {
    const account = options.accounts.find((candidate) =>
      candidate.username === username.trim()
    );
    return account && equal(account.password, password) ? account : undefined;
  }
}

const unknown = messagePage(
  "This sign-in has ended",
  "Go back to the app and sign in again.",
);

const unreadable = messagePage(
  "Something went wrong",
  "We couldn’t read this request. Go back and try again.",
);

function alreadySignedIn(application: string): string {
  return messagePage(
    "You’re already signed in",
    "There’s nothing left to do here.",
    {
      href: application,
      text: "Back to the app",
    },
  );
}

async function finish(
  { response }: Visit,
  interaction: Interaction,
  result: Readonly<Record<string, unknown>>,
): Promise<void> {
  interaction.result = result;
  await interaction.persist();
  response.writeHead(303, {
    location: interaction.returnTo,
    "cache-control": "no-store",
  }).end();
}

function sendHtml(
  response: ServerResponse,
  status: number,
  html: string,
): void {
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": pagePolicy,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
  }).end(html);
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > 10_000) throw new Error("the form is too long");
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

function equal(left: string, right: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
