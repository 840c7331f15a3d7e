import type { ResolvedCredentials } from "../../providers/credentials_provider.ts";
import type { ResolvedEmail } from "../../providers/email_provider.ts";
import type { Identity } from "../../providers/provider.ts";
import { toIdentity } from "../email/identity.ts";

/**
 * Returns the e-mail provider that proves the address of a password: it sends
 * as the other does, and has the password's name, because the user knows no
 * other way in.
 */
export function toEntrance(
  mailer: ResolvedEmail,
  { id, name }: ResolvedCredentials,
): ResolvedEmail {
  return { ...mailer, id, name };
}

/** The identity that an address stands for, which a mail about a password proved. */
export function toMailIdentity(
  entrance: ResolvedEmail,
  identifier: string,
  { takesOver = false, fields = {} }: {
    readonly takesOver?: boolean;
    /** Fields of the user, if one is created. */
    readonly fields?: Readonly<Record<string, unknown>>;
  } = {},
): Identity {
  const identity = toIdentity(entrance, identifier, takesOver);
  return { ...identity, user: { ...fields, ...identity.user } };
}
