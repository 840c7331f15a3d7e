import { isMaxAge } from "../config/lifetimes.ts";
import type { SessionMaxAgeInput } from "../config/session_options.ts";
import { ConfigurationError, SessionError } from "../errors/errors.ts";
import type { SessionLife } from "../model/session_life.ts";
import type { SessionContext } from "../request/context.ts";
import { callHost } from "../runtime/timeout.ts";

/**
 * Decides how long the session of a sign-in lasts, before it starts.
 *
 * @returns undefined if it lasts as `session.maxAge` says
 * @throws ConfigurationError or SessionError if the application's function
 * returned no lifetime, or threw
 */
export async function decideLife(
  ctx: SessionContext,
  signIn: SessionMaxAgeInput,
): Promise<SessionLife | undefined> {
  const own = await askMaxAge(ctx, signIn);
  const { maxAge, shortMaxAge } = ctx.settings.session;
  if (signIn.remember) return own === null ? undefined : { maxAge: own };
  return { maxAge: Math.min(own ?? maxAge, shortMaxAge), isBrief: true };
}

async function askMaxAge(
  { settings }: SessionContext,
  signIn: SessionMaxAgeInput,
): Promise<number | null> {
  const { sessionMaxAge } = settings;
  if (sessionMaxAge === null) return null;
  const result: unknown = await callHost(
    { name: "session.maxAge", failure: SessionError },
    () => sessionMaxAge(signIn),
  );
  if (isMaxAge(result)) return Math.min(result, settings.session.longest);
  throw new ConfigurationError([
    `\`session.maxAge\` returned ${
      typeof result === "number" ? result : typeof result
    } for a sign-in with provider "${signIn.provider}". It must return a number of seconds above 0 and at most 34560000 (400 days).`,
  ]);
}
