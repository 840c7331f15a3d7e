/** A secret of another library, and whether a short one is accepted. */
export interface OldSecrets {
  /** The secret, or the list of secrets, with which the old sessions were made. */
  readonly secret: string | readonly string[] | undefined;
  /**
   * Whether secrets of fewer than 32 characters are accepted. A short secret
   * can be guessed, and its holder can sign in as any user until
   * `session.acceptUntil`. Default false.
   */
  readonly allowShortSecret?: boolean | undefined;
}

const SHORTEST = 32;

/**
 * Returns the secrets of a bridge as a list.
 *
 * @param bridge the function that the application called, for the message
 * @throws TypeError if there is none, or one is too short
 */
export function toSecrets(
  bridge: string,
  { secret, allowShortSecret }: OldSecrets,
): readonly string[] {
  const secrets: readonly unknown[] = typeof secret === "string"
    ? [secret]
    : secret ?? [];
  const texts = secrets.filter((one) => typeof one === "string" && one !== "");
  if (texts.length === 0 || texts.length < secrets.length) {
    throw new TypeError(
      `${bridge} needs the secret with which the old sessions were made; it is missing, or a variable of the environment is not set.`,
    );
  }
  if (!allowShortSecret && texts.some((one) => String(one).length < SHORTEST)) {
    throw new TypeError(
      `${bridge}: a secret has fewer than ${SHORTEST} characters, so it might be guessed. Add \`allowShortSecret: true\` if you accept that until \`session.acceptUntil\`.`,
    );
  }
  return texts.map(String);
}
