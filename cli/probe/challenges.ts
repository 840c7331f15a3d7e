/**
 * Reads the header `WWW-Authenticate` (RFC 9110, section 11.6.1).
 *
 * @module
 */

/** One challenge of the header. */
export interface Challenge {
  readonly scheme: string;
  /** The parameters in their order: a name may be there twice. */
  readonly params: readonly (readonly [name: string, value: string])[];
}

const SCHEME = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)( +|$|(?=,))/;

const PARAM =
  /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*=[ \t]*(?:([!#$%&'*+.^_`|~0-9A-Za-z-]+)|"((?:[\t !#-[\]-~\x80-\xff]|\\[\t !-~])*)")/;

/** The schemes of tokens, which always have parameters. */
const OURS = /^(?:bearer|dpop)$/i;

/** What other schemes have in place of parameters. */
const TOKEN68 = /^[0-9A-Za-z._~+/-]+=*(?![^,])/;

/** Reads the challenges of the header; null: its syntax is wrong. */
export function parseChallenges(header: string): Challenge[] | null {
  const challenges: { scheme: string; params: [string, string][] }[] = [];
  let rest = header.trim();
  while (rest !== "") {
    const param = PARAM.exec(rest);
    const current = challenges.at(-1);
    if (param !== null && current !== undefined) {
      const [all, name = "", token, quoted = ""] = param;
      const value = token ?? quoted.replace(/\\(.)/g, "$1");
      current.params.push([name.toLowerCase(), value]);
      rest = rest.slice(all.length);
    } else {
      const [all, scheme = ""] = SCHEME.exec(rest) ?? [""];
      if (scheme === "") return null;
      challenges.push({ scheme, params: [] });
      rest = rest.slice(all.length);
      // The first parameter follows the scheme without a comma.
      if (PARAM.test(rest)) continue;
      if (!OURS.test(scheme)) rest = rest.replace(TOKEN68, "");
    }
    rest = rest.trimStart();
    if (rest !== "" && !rest.startsWith(",")) return null;
    rest = rest.replace(/^[ \t,]+/, "");
  }
  return challenges;
}

/** Finds the challenge of a scheme. */
export function findScheme(
  challenges: readonly Challenge[],
  name: string,
): Challenge | undefined {
  return challenges.find(({ scheme }) => scheme.toLowerCase() === name);
}

/** Finds a parameter of a challenge. */
export function findParam(
  challenge: Challenge | undefined,
  name: string,
): string | undefined {
  return challenge?.params.find(([one]) => one === name)?.[1];
}
