import { enter } from "../../accounts/enter.ts";
import { findConfirmation } from "../../attempts/confirmation.ts";
import { readRemember } from "../../attempts/remember.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import type { Context } from "../../request/context.ts";
import { InvalidRequest, SignInRequired } from "../../errors/errors.ts";
import { limitFailures, recordSuccess } from "../../rate_limits/limits.ts";
import { proveAuthentication } from "../../methods/passkey/authenticate.ts";
import {
  type Challenge,
  consumeChallenge,
  findChallenge,
} from "../../attempts/passkey_challenge.ts";
import { type PasskeyAnswer, readAnswer } from "../../methods/passkey/data.ts";
import { toDoneTarget } from "../../methods/passkey/done_target.ts";
import { keepPasskey } from "../../methods/passkey/persistence.ts";
import { proveRegistration } from "../../methods/passkey/register.ts";
import type { Outcome } from "../../request/outcome.ts";
import { toAdapter } from "../../session/rows/row.ts";
import { toStrategy } from "../../session/strategy.ts";
import {
  keepTargetOfSignIn,
  resolveTarget,
} from "../../request/redirect_target.ts";

/** `POST /callback/<provider>`: handles the answer of a passkey that was created or used. */
export async function webAuthnCallback(ctx: Context): Promise<Outcome> {
  const { action, data } = ctx.request.form;
  if (action !== "register" && action !== "authenticate") {
    throw new InvalidRequest("Invalid action.");
  }
  const answer = readAnswer(action, data);
  const target = await resolveTarget(ctx);
  return await keepTargetOfSignIn(ctx, target, async () => {
    const challenge = await findChallenge(ctx, action, answer.challenge);
    return await limitFailures(ctx, async () => {
      await consumeChallenge(ctx, challenge);
      const outcome = await finish(ctx, { challenge, answer, target });
      const begun = { kind: "passkey", account: null } as const;
      await recordSuccess(ctx, begun, challenge.started);
      return outcome;
    });
  });
}

interface Answered {
  readonly challenge: Challenge;
  readonly answer: PasskeyAnswer;
  readonly target: string;
}

/** Proves the identity, then continues as every sign-in method does. */
async function finish(
  ctx: Context,
  { challenge, answer, target }: Answered,
): Promise<Outcome> {
  const { provider } = ctx;
  if (provider?.type !== "webauthn") {
    throw new TypeError("the route needs a provider of passkeys");
  }
  // The challenge is only found if the session is still the one that started it.
  const way = { provider, target, before: null };
  if (challenge.ceremony === "authenticate") {
    const proved = await proveAuthentication(ctx, provider, challenge, answer);
    const confirmation = await findConfirmation(ctx);
    const remember = await readRemember(ctx, confirmation);
    const proof = { ...way, ...proved, confirmation, remember, linkTo: null };
    return await enter(ctx, proof);
  }
  const linkTo = await findAdding(ctx, challenge);
  const { identity, pending } = await proveRegistration(
    ctx,
    provider,
    challenge,
    answer,
  );
  const persistence = keepPasskey(ctx, pending);
  const end = linkTo === null
    ? target
    : await toDoneTarget(ctx, "added", target);
  const remember = await readRemember(ctx, null);
  const proof = {
    ...way,
    target: end,
    identity,
    persistence,
    linkTo,
    remember,
  };
  return await enter(ctx, proof);
}

/** Returns the user who adds the passkey, who must still be signed in. */
async function findAdding(
  ctx: Context,
  { registrant }: Challenge,
): Promise<AdapterUser | null> {
  if (registrant === null || registrant.isNew) return null;
  const { userId } = registrant;
  const present = await toStrategy(ctx).find(ctx);
  if (present?.userId === userId) {
    const user = await toAdapter(ctx).getUser(userId);
    if (user !== null) return user;
  }
  throw new SignInRequired(
    "The user who started adding a passkey is no longer signed in.",
  );
}
