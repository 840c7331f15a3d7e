/**
 * Parses e-mail addresses. Accepts only addresses that mail servers, libraries
 * and databases all read the same way: no quoted local parts, comments, lists,
 * or Unicode that turns into an `@` later.
 *
 * @module
 */

/** Longer than any valid address (RFC 5321 section 4.5.3.1) before it is normalised. */
const MAX_INPUT = 320;
const MAX_ADDRESS = 254;

/** A blank, such as forms and full-width keyboards leave around an address. */
const BLANK = /[\p{Zs}\t]/u;
/** The `@` between the parts, and its two wide and small forms. */
const AT = /[@\uff20\ufe6b]/;
/**
 * ASCII, and its full-width forms. Unicode has many more letters that
 * normalisation, or a database that folds case, maps to one of these, such as
 * the Kelvin sign: no real address has them.
 */
const WRITTEN_LOCAL = /^[\x21-\x7e\uff01-\uff5e]+$/;
/** A dot-atom of ASCII (RFC 5322 section 3.2.3), without the backquote that shells read. */
const LOCAL =
  /^(?=.{1,64}$)[a-z0-9!#$%&'*+/=?^_{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_{|}~-]+)*$/;
/** Characters allowed in a domain before it becomes ASCII: none that has a meaning in a URL. */
const WRITTEN_DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u;
/** Letters, digits, hyphens (RFC 5890 section 2.3.1). */
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** Options for what counts as an address. */
export interface AddressRules {
  /** Whether a domain may be a single name, as in an intranet. Default false. */
  readonly localDomains?: boolean | undefined;
}

/**
 * Returns the canonical form of an address, which is stored, hashed, mailed to
 * and passed to callbacks; or null if the input is not a single bare address.
 * Unicode is normalised first, so that checked text does not change afterwards;
 * letters become lower case; a domain in another script becomes ASCII.
 * The function is idempotent.
 *
 * @param input the address as typed, for a mail or a new user
 */
export function toAddress(
  input: string,
  { localDomains = false }: AddressRules = {},
): string | null {
  if (input.length > MAX_INPUT) return null;
  const [written = "", place, ...more] = trim(input).split(AT);
  if (place === undefined || more.length > 0) return null;
  if (!WRITTEN_LOCAL.test(written)) return null;
  // Only ASCII is lowercased: other letters may become several, or an ASCII one.
  const local = toSmall(written.normalize("NFKC"));
  const domain = toDomain(place.normalize("NFKC"), localDomains);
  if (domain === null || !LOCAL.test(local)) return null;
  const address = `${local}@${domain}`;
  return address.length <= MAX_ADDRESS ? address : null;
}

/**
 * Returns the canonical form of an address claimed by a provider, the
 * application's code or a database row. An address that normalisation would
 * change gives null: the address that it would become was never proved. A
 * domain may be a single name, because nothing is mailed to it.
 *
 * @param said any value that should be an address
 */
export function toClaimedAddress(said: unknown): string | null {
  return typeof said === "string" && said.length <= MAX_INPUT &&
      said === said.normalize("NFKC")
    ? toAddress(said, { localDomains: true })
    : null;
}

function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (BLANK.test(text.charAt(start))) start++;
  while (end > start && BLANK.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/**
 * Returns an address in lower case, by which adapters find and compare it:
 * addresses are the same whatever their letter case. Only ASCII is folded.
 */
export function toSmall(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function toDomain(written: string, localDomains: boolean): string | null {
  if (!WRITTEN_DOMAIN.test(written)) return null;
  const hostname = toHostname(written);
  if (hostname === null) return null;
  const labels = hostname.split(".");
  const isName = labels.every((label) => LABEL.test(label)) &&
    // A last label of digits means an IPv4 address, however it was written.
    /[a-z]/.test(labels.at(-1) ?? "");
  const isLong = labels.length > 1 || localDomains;
  return isName && isLong && isPlain(written, labels) && hostname.length <= 253
    ? hostname
    : null;
}

/**
 * Applies the platform's IDNA (UTS 46), as every mail server's DNS lookup does.
 * It is slow, and leaves a lower-case ASCII domain as it is if it has no `--` and
 * only letters after the last dot.
 */
function toHostname(written: string): string | null {
  const last = written.slice(written.lastIndexOf(".") + 1);
  const isDone = /^[a-z0-9.-]+$/.test(written) && !written.includes("--") &&
    /^[a-z]+$/.test(last);
  if (isDone) return written;
  const url = `http://${written}/`;
  return URL.canParse(url) ? new URL(url).hostname : null;
}

/** Whether each label in another script stays one: IDNA drops invisible characters, which gives another domain. */
function isPlain(written: string, labels: readonly string[]): boolean {
  return written.split(".").every((label, i) =>
    /^[\x21-\x7e]*$/.test(label) || labels[i]?.startsWith("xn--")
  );
}
