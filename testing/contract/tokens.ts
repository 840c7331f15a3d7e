import type { VerificationToken } from "../../core/model/adapter.ts";
import {
  assertFields,
  assertNull,
  assertSame,
  race,
  recommendCases,
  requireCases,
  toValues,
} from "./case.ts";
import { HOUR, toMoment, toName } from "./records.ts";

function toToken(fields: Partial<VerificationToken> = {}): VerificationToken {
  return {
    identifier: `${toName("ada")}@example.com`,
    token: toName("token"),
    expires: toMoment(HOUR),
    ...fields,
  };
}

const methods = ["createVerificationToken", "useVerificationToken"] as const;

const using = requireCases(methods, {
  "a verification token works once": async (a) => {
    const token = toToken();
    await a.createVerificationToken(token);
    const { expires: _, ...key } = token;
    assertFields(await a.useVerificationToken(key), token, "the first use");
    assertNull(await a.useVerificationToken(key), "the second use");
  },
  "a wrong token gives null and leaves the right one usable": async (a) => {
    const token = toToken();
    await a.createVerificationToken(token);
    const { identifier } = token;
    const wrong = await a.useVerificationToken({ identifier, token: "wrong" });
    assertNull(wrong, "a wrong token");
    const right = await a.useVerificationToken(token);
    assertFields(right, token, "the right token");
  },
  "a token works only for the address it was sent to": async (a) => {
    const token = toToken();
    await a.createVerificationToken(token);
    const other = await a.useVerificationToken({
      identifier: `${toName("eve")}@example.com`,
      token: token.token,
    });
    assertNull(other, "another address");
    assertFields(await a.useVerificationToken(token), token, "the address");
  },
  "several tokens of one address work once each": async (a) => {
    const first = toToken();
    const second = toToken({ identifier: first.identifier });
    await a.createVerificationToken(first);
    await a.createVerificationToken(second);
    assertFields(await a.useVerificationToken(first), first, "the first");
    assertFields(await a.useVerificationToken(second), second, "the second");
    assertNull(await a.useVerificationToken(first), "the first again");
  },
  "an expired token comes back unchanged, or not at all": async (a) => {
    const token = toToken({ expires: toMoment(-HOUR) });
    await a.createVerificationToken(token);
    const found = await a.useVerificationToken(token);
    if (found !== null) assertFields(found, token, "useVerificationToken");
  },
  "unusual addresses are kept in a token": async (a) => {
    const token = toToken({
      identifier: `o'brien+"ünï:"-${crypto.randomUUID()}@exämple.com`,
    });
    await a.createVerificationToken(token);
    assertFields(await a.useVerificationToken(token), token, "the token");
  },
});

const careful = [
  ...recommendCases(
    "a link that is opened twice at a time would sign in twice",
    methods,
    {
      "20 uses of a token at a time get it once": async (a) => {
        const token = toToken();
        await a.createVerificationToken(token);
        const uses = toValues(
          await race(20, () => a.useVerificationToken(token)),
        );
        const won = uses.filter((one) => one !== null && one !== undefined);
        assertSame(won.length, 1, "uses that got the token");
      },
    },
  ),
  ...recommendCases(
    "an address that contains a separator could use another one's token",
    methods,
    {
      "addresses and tokens are distinguished, whatever they contain": async (
        a,
      ) => {
        const [start, end] = [toName("a"), toName("c")];
        const token = toToken({ identifier: start, token: `b:${end}` });
        await a.createVerificationToken(token);
        const lookalike = { identifier: `${start}:b`, token: end };
        assertNull(await a.useVerificationToken(lookalike), "the look-alike");
        assertFields(await a.useVerificationToken(token), token, "the token");
      },
    },
  ),
];

/** Cases about the tokens of mail links. */
export const tokenChecks = [...using, ...careful];
