/**
 * Checks that no other method, and no other spelling of the path, goes past the
 * check of tokens.
 *
 * @module
 */

import type { Check } from "../check.ts";
import { admit } from "../first_answers.ts";
import type { Exchange } from "../http.ts";
import { isLetIn, type Knock, parseMessage, type Probe } from "../probe.ts";

/** Checks that no other method and no other path goes past the check of tokens. */
export const methodChecks: readonly Check[] = [
  {
    id: "method.head",
    title: "HEAD needs a token as GET does",
    rule: "RFC 9110, section 9.3.2; RFC 6750, section 3",
    level: "must",
    mend: "Check tokens whatever the method is.",
    run: async (probe) => {
      const exchange = await probe.knock({ method: "HEAD" });
      return isLetIn(exchange) ? exchange : null;
    },
  },
  {
    id: "method.options",
    title: "OPTIONS brings nothing that needs a token",
    rule: "RFC 9110, section 9.3.7",
    level: "must",
    mend:
      "Let only pre-flight requests past the check of tokens, and answer them without content.",
    run: (probe) =>
      findContent(probe, [
        { method: "OPTIONS" },
        {
          method: "OPTIONS",
          headers: {
            Origin: probe.target.origin ?? "https://stranger.probe.example",
            "Access-Control-Request-Method": probe.target.method,
          },
        },
      ]),
  },
  {
    id: "method.others",
    title: "methods that the API does not know need a token, too",
    rule: "RFC 9110, section 9.1; RFC 6750, section 3",
    level: "must",
    mend: "Check tokens whatever the method is, and refuse unknown ones.",
    run: (probe) =>
      findContent(
        probe,
        ["PROPFIND", "SEARCH", "REPORT"].map((method) => ({ method })),
      ),
  },
  {
    id: "method.override",
    title:
      "headers that override the method do not go past the check of tokens",
    rule: "RFC 6750, section 3",
    level: "must",
    mend:
      "Check tokens for the method that is carried out, or ignore such headers.",
    run: (probe) => {
      const names = [
        "X-HTTP-Method-Override",
        "X-HTTP-Method",
        "X-Method-Override",
      ];
      return findContent(
        probe,
        ["OPTIONS", "HEAD"].map((method) => ({
          headers: Object.fromEntries(names.map((name) => [name, method])),
        })),
      );
    },
  },
  {
    id: "method.path",
    title: "other spellings of the path do not go past the check of tokens",
    rule: "RFC 3986, section 6.2.2; RFC 6750, section 3",
    level: "must",
    mend:
      "Check tokens where requests are routed, or for every path: the router may read a path in another way than the check.",
    run: (probe) =>
      findContent(
        probe,
        listSpellings(probe.target.url).map((path) => ({ path })),
      ),
  },
];

/** Spellings that a router may take for the path. */
function listSpellings({ pathname, search }: URL): string[] {
  const first = pathname.slice(1, 2);
  const code = first.charCodeAt(0).toString(16).padStart(2, "0");
  const spellings = pathname === "/" ? ["//", "/./", "/%2e/"] : [
    `${pathname}/`,
    `/${pathname}`,
    `/.${pathname}`,
    `/probe/..${pathname}`,
    `/%${code}${pathname.slice(2)}`,
    `${pathname}%2f`,
    `${pathname}%20`,
    `${pathname};probe`,
    `${pathname}.json`,
    `${pathname}/.`,
    pathname.toUpperCase(),
  ];
  return spellings.map((path) => path + search);
}

/** Sends requests without a token, and returns the first with the content. */
async function findContent(
  probe: Probe,
  knocks: readonly Knock[],
): Promise<Exchange | null> {
  const right = await admit(probe);
  for (const knock of knocks) {
    const exchange = await probe.knock(knock);
    if (isLetIn(exchange) && isSameContent(exchange, right)) return exchange;
  }
  return null;
}

/** Whether two answers are alike; values such as times may differ. */
function isSameContent(a: Exchange, b: Exchange): boolean {
  if (a.body === "") return false;
  const [one, other] = [parseMessage(a.body), parseMessage(b.body)];
  if (one === null || other === null) return a.body === b.body;
  return Object.keys(one).sort().join() === Object.keys(other).sort().join();
}
