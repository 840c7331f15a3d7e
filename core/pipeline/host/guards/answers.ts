import { toSentence } from "../../../errors/error_sentences.ts";
import { type AuthError, toRow } from "../../../errors/errors.ts";
import { acceptsHtml } from "../../../request/client.ts";
import { createHostReference } from "../../../request/diagnosis/reference.ts";
import { reportError } from "../../recover.ts";
import type { Cookie } from "../../../http/cookie_policy.ts";
import { NO_STORE, SAFE } from "../../../http/headers.ts";
import type { PageModel } from "../../../config/pages/page_models.ts";
import type { Settings } from "../../../config/settings.ts";
import type { Session } from "../../../model/model.ts";
import { type Incoming, readHead } from "../../../request/request_head.ts";
import { checkSettings } from "../../check_settings.ts";
import { present } from "../../present.ts";
import type { Answer, Reply } from "../../answer.ts";

/** The decision of a guard. */
export type Passage =
  | {
    readonly kind: "signed in";
    readonly session: Session;
    readonly cookies: readonly Cookie[];
  }
  | {
    readonly kind: "refused";
    readonly reply: Reply;
    /** URL of a page that says the same, for a script that posted a form. */
    readonly page?: string;
  };

/**
 * Answers with a page and status 403.
 *
 * @param page default: the one for a user without permission
 */
export async function toForbidden(
  incoming: Incoming,
  settings: Settings,
  page: PageModel | null = null,
): Promise<Answer> {
  const { origin } = readHead(incoming, settings);
  const forbidden = { name: "forbidden", home: `${origin}/` } as const;
  return await showPage(incoming, settings, {
    page: page ?? forbidden,
    status: 403,
  });
}

async function showPage(
  incoming: Incoming,
  settings: Settings,
  { page, status }: { readonly page: PageModel; readonly status: number },
): Promise<Answer> {
  checkSettings(settings, incoming.env);
  const { origin, refusal } = readHead(incoming, settings);
  const acceptLanguage = incoming.header("accept-language");
  return await present(page, status, {
    settings,
    origin: refusal === null ? origin : null,
    acceptLanguage,
  });
}

/**
 * Logs an error and answers with it, as the auth routes do: with a page, or with
 * JSON for a program.
 */
export async function toErrorAnswer(
  incoming: Incoming,
  settings: Settings,
  error: AuthError,
): Promise<Answer> {
  const answer = await toAnswer(incoming, settings, error);
  return incoming.method === "HEAD" ? { ...answer, body: null } : answer;
}

async function toAnswer(
  incoming: Incoming,
  settings: Settings,
  error: AuthError,
): Promise<Answer> {
  const { log, key } = settings;
  const failure = { error, step: "guard" };
  const ref = await createHostReference(settings, incoming, failure);
  reportError({ log, key, isShown: true }, error, ref);
  const { type } = error;
  const { status } = toRow(error);
  if (!acceptsHtml(incoming)) {
    return toJsonRefusal(status, {
      error: type,
      message: toSentence(error),
      ref,
    });
  }
  const { origin, refusal } = readHead(incoming, settings);
  const page = {
    name: "error",
    error: { type, code: null },
    ref,
    signInUrl: null,
    home: refusal === null ? `${origin}/` : null,
  } as const;
  return await showPage(incoming, settings, { page, status });
}

/** The refusal of a program, or of a page's script. */
export interface JsonRefusal {
  readonly error: string;
  /** A sentence for the visitor. */
  readonly message: string;
  /** The page that a script can open, where the visitor does what is missing. */
  readonly url?: string;
  /** What is missing. */
  readonly required?: object;
  /** The reference of the log line. */
  readonly ref?: string;
}

/** Answers a program. */
export function toJsonRefusal(
  status: number,
  { error, message, ...more }: JsonRefusal,
): Answer {
  const json = { error, code: null, message, ...more };
  return { status, headers: [], body: { json } };
}

/** Refuses a request, in an answer that no cache keeps. */
export function toRefusedPassage(
  answer: Answer,
  cookies: readonly Cookie[],
): Passage {
  const headers = [...NO_STORE, ...SAFE, ...answer.headers];
  return { kind: "refused", reply: { ...answer, headers, cookies } };
}
