/**
 * Checks of what happens when something is odd.
 *
 * @module
 */

import type { Check } from "../check.ts";
import { TIMED_OUT } from "../http.ts";
import type { Exchange } from "../http.ts";
import type { Probe } from "../probe.ts";
import { encode, toBase64 } from "../tokens.ts";

/** Sends tokens that a parser may stumble over. */
function sendMalformed(probe: Probe): Promise<void> {
  return probe.once("malformed", async () => {
    for (const token of listMalformed(probe)) {
      await probe.knock({ token, note: "a malformed token", mayFail: true });
    }
  });
}

/** Checks of what happens when something is odd. */
export const errorChecks: readonly Check[] = [
  {
    id: "error.huge",
    title: "a huge token gets an answer in time, or a closed connection",
    rule: "RFC 9110, section 5.4; RFC 6585, section 5",
    level: "must",
    mend: "Limit the length of headers; refuse a token of more than a few kB.",
    run: async (probe) => {
      for (const size of [7_000, 100_000]) {
        const token = `${toBase64('{"alg":"RS256"}')}.${"A".repeat(size)}.AA`;
        const note = `a token of ${size} characters`;
        const exchange = await probe.knock({ token, note, mayFail: true });
        if (exchange.failure === TIMED_OUT) return exchange;
      }
      return null;
    },
  },
  {
    id: "error.no-answer",
    title: "the server goes on answering, whatever a client sends",
    rule: "RFC 6750, section 3.1; RFC 9110, section 15",
    level: "must",
    mend: "Catch what parsers throw, so that no token ends the process.",
    last: true,
    run: async (probe) => {
      await sendMalformed(probe);
      const isUnanswered = ({ failure, sent }: Exchange) =>
        failure !== "" && !sent.secrets.some((one) => one.length > 5_000);
      return probe.exchanges.find(isUnanswered) ?? null;
    },
  },
  {
    id: "error.server-error",
    title: "nothing that a client sends is answered with 5xx",
    rule: "RFC 6750, section 3.1; RFC 9110, section 15.6",
    level: "should",
    mend:
      "Answer with 401 to each token that cannot be verified, also if it cannot be read.",
    last: true,
    run: async (probe) => {
      await sendMalformed(probe);
      return probe.exchanges.find(({ status }) => status >= 500) ?? null;
    },
  },
  {
    id: "error.echo",
    title: "no refusal contains the token that was sent",
    rule: "RFC 6750, section 5.3",
    level: "should",
    mend:
      "Leave the token out of messages and headers: they are in logs and reports.",
    last: true,
    run: ({ exchanges }) => Promise.resolve(exchanges.find(isEcho) ?? null),
  },
];

/** Tokens that a parser may stumble over. */
function listMalformed(probe: Probe): string[] {
  const { key } = probe.attacker;
  const sign = key;
  const claims = { iss: probe.authority?.issuer ?? "", aud: "", exp: 0 };
  const header = { alg: key.alg, typ: "at+jwt" };
  const kid = probe.authority?.key.kid ?? key.kid;
  return [
    "a.b",
    "a.b.c.d.e",
    `${toBase64("null")}.${toBase64("null")}.AA`,
    `${toBase64("[]")}.${toBase64("{}")}.AA`,
    `${toBase64("{")}.${toBase64("}")}.AA`,
    `${toBase64("\u0000\ufffd")}.AA.AA`,
    "%00%ff.%zz.=",
    encode({ ...header, kid: { a: 1 } }, claims, sign),
    encode({ ...header, kid: 7 }, claims, sign),
    encode({ ...header, alg: 7 }, claims, sign),
    encode({ ...header, crit: "exp" }, claims, sign),
    encode({ ...header, kid: "__proto__" }, claims, sign),
    encode({ ...header, kid }, { ...claims, iss: 7, aud: {} }, sign),
    encode({ alg: "RSA-OAEP", enc: "A256GCM" }, claims, sign),
  ];
}

/** Whether a refusal holds a secret of its request. */
function isEcho({ status, sent, body, headers }: Exchange): boolean {
  if (status < 400) return false;
  const text = [body, ...Object.values(headers).flat()].join("\n");
  // Short ones, such as "garbage", may be there for another reason.
  return sent.secrets.some((one) => one.length > 20 && text.includes(one));
}
