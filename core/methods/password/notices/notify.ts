/**
 * Mails that tell a user of a change to their account: what happened, when, from
 * where, and what to do if it was somebody else.
 *
 * @module
 */

import { isPublic } from "../../../config/origin/public_host.ts";
import type { Settings } from "../../../config/settings.ts";
import { withQuery } from "../../../http/redirects.ts";
import type { AdapterUser } from "../../../model/adapter.ts";
import { toAddress } from "../../../model/email_address.ts";
import type { ResolvedEmail } from "../../../providers/email_provider.ts";
import { findStored } from "../../../providers/stored_provider.ts";
import { type Client, readUserAgent } from "../../../request/client.ts";
import {
  type Context,
  createUrls,
  type Effects,
  type SessionContext,
} from "../../../request/context.ts";
import { toBasePath } from "../../../request/request_head.ts";
import { limitTime } from "../../../runtime/timeout.ts";
import { toMailFacts } from "../../../config/providers/mail_facts.ts";
import { sendOwnMail } from "../../email/mail/send.ts";
import { findMailer } from "../mailer.ts";
import { composeNotice, type NoticeKind } from "./compose_notice.ts";

/** Milliseconds that a request waits for its notice; sending it may go on. */
const PATIENCE = 5000;

/** A change to an account. */
export interface Notice {
  readonly kind: NoticeKind;
  /** The URL of the button. Default: the page that sends a link for a new password, or the sign-in page of a site without passwords. */
  readonly url?: string;
  /** The new address; only with the kind `addressLeft`. */
  readonly address?: string;
  /** The number of recovery codes that are left; only with `recoveryCodeUsed`. */
  readonly left?: number;
}

/** The context of a notice. An administrator's work has no request. */
export interface NoticeContext {
  readonly settings: Settings;
  readonly effects: Pick<Effects, "log">;
  readonly now: number;
  readonly request?: Client & Pick<Context["request"], "isHostNamed">;
  readonly origin?: string;
  readonly url?: Context["url"];
  /** Waits for a mail that is on its way, in place of this call. It never fails. */
  readonly waitUntil?: (sent: Promise<void>) => void;
}

/** The context of a notice about a change that a request makes: it names the device. */
export type ChangeContext =
  & SessionContext
  & NoticeContext
  & Required<Pick<NoticeContext, "request">>;

/**
 * Tells a user of a change, by a mail to their address if it was proved: another
 * one may be a stranger's. Called after the change, and never throws: a mail
 * that fails is logged, without the address, and one that hangs is no longer
 * waited for.
 */
export async function notify(
  ctx: NoticeContext,
  { email, emailVerified }: Pick<AdapterUser, "email" | "emailVerified">,
  notice: Notice,
): Promise<void> {
  const mailer = findMailer(ctx.settings);
  if (mailer === null || !emailVerified) return;
  const { localDomains } = mailer;
  const identifier = toAddress(email ?? "", { localDomains });
  if (identifier === null) return;
  const sent = sendNotice(ctx, mailer, { ...notice, identifier }).catch((
    error,
  ) => ctx.effects.log.error(error));
  if (ctx.waitUntil !== undefined) return ctx.waitUntil(sent);
  await limitTime(sent, PATIENCE, "A notice").catch((late: Error) =>
    ctx.effects.log.warn("notice", `${late.message} It may still be sent.`)
  );
}

/**
 * Sends a notice to an address, whoever has it.
 *
 * @throws EmailSignInError
 */
export async function sendNotice(
  ctx: NoticeContext,
  mailer: ResolvedEmail,
  notice: Notice & {
    readonly identifier: string;
    /** Minutes for which its link works. */
    readonly minutes?: number;
  },
): Promise<void> {
  const { identifier, minutes = 0 } = notice;
  const { theme, locale } = ctx.settings;
  const { url, host } = findPlace(ctx);
  const name = theme.name ?? host ?? toMailFacts(mailer).sender ?? "";
  const hasPasswords = findStored(ctx.settings) !== null;
  const page = url?.(hasPasswords ? "reset" : "signin");
  const start = page && withQuery(page, { email: identifier });
  const facts = {
    kind: notice.kind,
    hasPasswords,
    url: notice.url ?? start ?? null,
    site: name,
    host: host ?? name,
    minutes,
    asked: ctx.now,
    userAgent: ctx.request === undefined ? null : readUserAgent(ctx.request),
    acceptLanguage: locale ?? ctx.request?.header("accept-language") ?? null,
    theme,
  };
  const { address = "", left = 0 } = notice;
  const content = composeNotice(facts, { address, left: String(left) });
  const mail = { ...content, identifier, url: facts.url ?? "", code: "" };
  await sendOwnMail(ctx, mailer, mail);
}

/**
 * Finds the site that a notice leads to. One that only the request names is left
 * out: it could be anybody's.
 */
function findPlace(
  { settings, origin = settings.origin ?? "null", request, url }: NoticeContext,
): { readonly url: Context["url"] | null; readonly host: string | null } {
  const isNamed = request?.isHostNamed ?? true;
  if (origin === "null" || !isNamed && isPublic(settings, origin)) {
    return { url: null, host: null };
  }
  const { host } = new URL(origin);
  const own = url ?? createUrls(origin, toBasePath(settings, null));
  return { url: own, host };
}
