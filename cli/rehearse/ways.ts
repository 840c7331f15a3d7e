/**
 * The ways by which a user signs in.
 *
 * @module
 */

import type { StoredAccount } from "./library.ts";
import { isOfProvider, type Member } from "./shapes.ts";
import { ORIGIN, type Stage } from "./stage.ts";
import { open, toLocation, type Visit } from "./visit.ts";

/** What came of a way. */
export interface Outcome {
  /** Whether the user is in, or is asked for the second factor. */
  readonly works: boolean;
  /** What happened, without names of users. */
  readonly seen: string;
}

/** A way to sign in, or something that a user has. */
export interface Way {
  readonly name: string;
  readonly go: (stage: Stage) => Promise<Outcome>;
}

/** Lists what is tried for a user. */
export function listWays(member: Member): Way[] {
  const { user, accounts, password, passkeys } = member;
  return [
    ...accounts.filter(isOfProvider).map((account) => ({
      name: account.provider,
      go: (stage: Stage) => goByProvider(stage, member, account),
    })),
    ...(user.email
      ? [{ name: "mail", go: (stage: Stage) => goByMail(stage, member) }]
      : []),
    ...(password === null ? [] : [{
      name: "password",
      go: (stage: Stage) => goByPassword(stage, member),
    }]),
    ...(passkeys > 0 || member.hasTokens || member.hasFactors
      ? [{ name: "session", go: (stage: Stage) => readOwn(stage, member) }]
      : []),
  ];
}

const works = (seen: string): Outcome => ({ works: true, seen });
const fails = (seen: string): Outcome => ({ works: false, seen });
/** The configuration has no such way, in any version. */
const absent = (what: string): Outcome => works(`no ${what} is configured`);

async function goByProvider(
  stage: Stage,
  member: Member,
  { provider, providerAccountId }: StoredAccount,
): Promise<Outcome> {
  const known = stage.providers.find(({ id }) => id === provider);
  if (known?.type !== "oauth") return absent(`provider ${provider}`);
  stage.setUser(member, providerAccountId);
  const visit = open(stage);
  const begun = await visit.post(`signin/${provider}`, { callbackUrl: "/" });
  const state = toLocation(begun)?.searchParams.get("state");
  if (!state) return await describe(stage, begun);
  const query = new URLSearchParams({ code: "rehearsal", state });
  const end = await visit.get(`callback/${provider}?${query}`);
  return await look(stage, { visit, end, member });
}

async function goByMail(stage: Stage, member: Member): Promise<Outcome> {
  const provider = stage.providers.find(({ type }) => type === "email");
  if (provider === undefined) return absent("sign-in by mail");
  const visit = open(stage);
  const email = member.user.email ?? "";
  const count = stage.mails.length;
  const fields = { email, callbackUrl: "/" };
  const begun = await visit.post(`signin/${provider.id}`, fields);
  const mail = stage.mails[count];
  if (mail === undefined) return await describe(stage, begun);
  const end = await visit.get(mail.url);
  return await look(stage, { visit, end, member });
}

/**
 * Types a wrong password: nobody knows the right one. It is refused as wrong
 * only if the hash could be read.
 */
async function goByPassword(stage: Stage, member: Member): Promise<Outcome> {
  const provider = stage.providers.find(({ password }) => password);
  if (provider === undefined) return absent("sign-in by password");
  const count = stage.log.length;
  const fields = {
    email: member.user.email ?? "",
    password: `rehearsal ${crypto.randomUUID()}`,
  };
  const end = await open(stage).post(`callback/${provider.id}`, fields);
  const logged = stage.log.slice(count);
  const isWrong = toError(end) === "CredentialsSignin" ||
    end.status === 401;
  return isWrong && logged.length === 0
    ? works("the hash was read")
    : await describe(stage, end, logged);
}

/** Reads what belongs to a user in a session of theirs. */
async function readOwn(stage: Stage, member: Member): Promise<Outcome> {
  const { library, config, auth } = stage;
  const { id } = member.user;
  const options = { user: { id }, origin: ORIGIN };
  const { cookie } = await library.signInAs(config, options);
  const toRequest = () => new Request(ORIGIN, { headers: { cookie } });
  const passkeys = member.passkeys === 0
    ? 0
    : (await auth.listPasskeys(toRequest())).length;
  if (passkeys !== member.passkeys) {
    return fails(`${passkeys} of ${member.passkeys} passkeys are found`);
  }
  if (member.hasFactors) await auth.factors.list(toRequest());
  const tokens = member.hasTokens ? (await auth.tokens.list(id)).length : 0;
  return works(`${passkeys} passkeys, ${tokens} personal tokens`);
}

/** The pages that ask for one thing more. */
const ASKS: Readonly<Record<string, string>> = {
  "/auth/second-factor": "asked for the second factor",
  "/auth/callback/email": "asked before other ways to sign in are removed",
};

/** Looks whether the browser is signed in as the right user. */
async function look(
  stage: Stage,
  { visit, end, member }: {
    readonly visit: Visit;
    readonly end: Response;
    readonly member: Member;
  },
): Promise<Outcome> {
  const asked = ASKS[toLocation(end)?.pathname ?? ""];
  if (asked !== undefined) return works(asked);
  const session = await (await visit.get("session")).json();
  if (session === null) return await describe(stage, end);
  const id = session.user?.id;
  return id === undefined || id === member.user.id
    ? works("signed in")
    : fails("signed in as another user");
}

/** Says how an answer refused, without what visitors typed. */
async function describe(
  stage: Stage,
  answer: Response,
  logged: readonly string[] = stage.log.slice(-1),
): Promise<Outcome> {
  await answer.body?.cancel();
  const path = toLocation(answer)?.pathname;
  const error = toError(answer) ??
    `status ${answer.status}${path === undefined ? "" : `, to ${path}`}`;
  return fails([error, ...logged].join("; "));
}

function toError(answer: Response): string | null {
  return toLocation(answer)?.searchParams.get("error") ?? null;
}
