/**
 * Which texts are one e-mail address. Mail servers, libraries and databases
 * disagree about the rest: quoted local parts, comments, lists, Unicode that
 * turns into an `@` later. What is accepted here means the same to all of them.
 *
 * @module
 */

/** Longer than any address (RFC 5321 section 4.5.3.1), before it is normalised. */
const MAX_INPUT = 320;
const MAX_ADDRESS = 254;

/** A blank, as a form or a keyboard of wide characters leaves them around an address. */
const BLANK = /[\p{Zs}\t]/u;
/** The sign between the parts, and the two that keyboards write for it. */
const AT = /[@\uff20\ufe6b]/;
/**
 * ASCII, and its wide forms. Unicode knows many more letters that a
 * normalisation, or a database that folds case, takes for one of these, such as
 * the Kelvin sign: nobody's own address has them.
 */
const WRITTEN_LOCAL = /^[\x21-\x7e\uff01-\uff5e]+$/;
/** A dot-atom of ASCII (RFC 5322 section 3.2.3), without the backquote that shells read. */
const LOCAL =
  /^(?=.{1,64}$)[a-z0-9!#$%&'*+/=?^_{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_{|}~-]+)*$/;
/** What a domain may be written with, before it becomes ASCII: nothing that means something in a URL. */
const WRITTEN_DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u;
/** Letters, digits, hyphens (RFC 5890 section 2.3.1). */
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** What counts as an address beside the rules that always hold. */
export interface AddressRules {
  /** Whether a domain may be a single name, as in an intranet. Default false. */
  readonly localDomains?: boolean | undefined;
}

/**
 * The one spelling of an address that is stored, hashed, mailed to and given to
 * callbacks; or null for what is no single bare address. Unicode is normalised
 * first, so that nothing that was checked turns into something else afterwards;
 * letters become small; a domain in another script becomes ASCII. The spelling
 * of a spelling is itself.
 *
 * @param input what somebody typed, for a mail to it or a user of theirs
 */
export function toAddress(
  input: string,
  { localDomains = false }: AddressRules = {},
): string | null {
  if (input.length > MAX_INPUT) return null;
  const [written = "", place, ...more] = trim(input).split(AT);
  if (place === undefined || more.length > 0) return null;
  if (!WRITTEN_LOCAL.test(written)) return null;
  // Only ASCII is made small: other letters may become several, or an ASCII one.
  const local = toSmall(written.normalize("NFKC"));
  const domain = toDomain(place.normalize("NFKC"), localDomains);
  if (domain === null || !LOCAL.test(local)) return null;
  const address = `${local}@${domain}`;
  return address.length <= MAX_ADDRESS ? address : null;
}

/**
 * The same for an address that somebody else says a person has: a provider, the
 * host's own code, a row of the database. What a normalisation would change is
 * null here: nobody has proved the address that it would become. A domain may
 * be a single name, because nothing is mailed to it.
 *
 * @param said whatever stands where an address is expected
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

function toSmall(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function toDomain(written: string, localDomains: boolean): string | null {
  if (!WRITTEN_DOMAIN.test(written)) return null;
  const url = `http://${written}/`;
  // The platform's own IDNA (UTS 46), which every mail server's DNS look-up ends in.
  if (!URL.canParse(url)) return null;
  const { hostname } = new URL(url);
  const labels = hostname.split(".");
  const isName = labels.every((label) => LABEL.test(label)) &&
    // A last label of digits is an IPv4 address, however it was written.
    /[a-z]/.test(labels.at(-1) ?? "");
  const isLong = labels.length > 1 || localDomains;
  return isName && isLong && isPlain(written, labels) && hostname.length <= 253
    ? hostname
    : null;
}

/** Whether each label in another script still is one: IDNA leaves signs out that nobody sees, and then it is another domain. */
function isPlain(written: string, labels: readonly string[]): boolean {
  return written.split(".").every((label, i) =>
    /^[\x21-\x7e]*$/.test(label) || labels[i]?.startsWith("xn--")
  );
}
