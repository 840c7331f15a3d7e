import type { ResolvedEmail } from "../../providers/email_provider.ts";

/** Facts about the mails of a provider, for pages. */
export interface MailFacts {
  /** The display name of the sender, else the address; null if the application sends the mails itself. */
  readonly sender: string | null;
  /** The minutes for which a link and its code work. */
  readonly minutes: number;
}

/**
 * The form that asks for a new mail in place of one that can no longer be used.
 */
export interface NewMail extends MailFacts {
  /** Id of the provider. */
  readonly provider: string;
  /** The URL to post to. */
  readonly action: string;
}

/** The form that sends a mail again. */
export interface MailAgain {
  /** The URL to post to. */
  readonly action: string;
  /** The value of the field `csrfToken`. */
  readonly csrfToken: string;
  /** The value of the field `email`. */
  readonly email: string;
  /** The value of the field `callbackUrl`. */
  readonly callbackUrl: string;
  /** Whether the session is to be remembered, as the visitor said at first. */
  readonly remember?: boolean | undefined;
  /** The value of the field `state`; null or absent omits it. */
  readonly state?: string | null | undefined;
  /** The seconds until another mail may be sent; 0: now. */
  readonly seconds: number;
}

/** Reads the facts from the settings of a provider. */
export function toMailFacts(
  { from, maxAge }: Pick<ResolvedEmail, "from" | "maxAge">,
): MailFacts {
  const at = from.lastIndexOf("<");
  const name = from.slice(0, Math.max(0, at)).trim().replace(/^"(.*)"$/, "$1");
  const address = from.slice(at + 1).replace(">", "").trim();
  return {
    sender: name || address || null,
    minutes: Math.max(1, Math.floor(maxAge / 60)),
  };
}
