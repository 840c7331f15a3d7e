import type { ResolvedEmail } from "../providers/email_provider.ts";

/** What pages say about the mails of a provider. */
export interface MailFacts {
  /** The display name of the sender, else the address; null if the application sends the mails itself. */
  readonly sender: string | null;
  /** The minutes for which a link and its code work. */
  readonly minutes: number;
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
