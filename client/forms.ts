import type { Answer, Requests } from "./requests.ts";
import type { ChangeSession } from "./session_store.ts";
import type { Targets } from "./targets.ts";
import type { ClientError, Fields, Result } from "./types.ts";

/** What sends forms to the auth routes. */
export interface Forms {
  /** Sends one, and then reads the session; the page leaves for `redirectTo`. */
  submit(route: string, fields?: Fields): Promise<Result>;
  /** Sends one, and leaves for where the answer leads. */
  leave(route: string, fields?: Fields): Promise<Result>;
  /** The route of the step that is missing; empty if none is. */
  findStep(): string;
  /** Turns what is done, or thrown, into a result. */
  run(
    send: () => Promise<Answer>,
    settle: (url: string, next: string | null) => unknown,
  ): Promise<Result>;
}

/** Returns a result in place of an error. */
export async function catching(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    return { ok: false, error: error as ClientError };
  }
}

/** The step that is missing: its form's route, and what it has to send back. */
interface Step {
  readonly next: string | null;
  readonly route: string | null;
  readonly state: string | null;
}

/** Reads the step from where an answer leads; only one with a state is one. */
function readStep({ pathname, searchParams }: URL, base: URL): Step {
  const state = searchParams.get("state");
  const [, route] = pathname.split(`${base.pathname}/`);
  const next = state && route || null;
  return {
    next,
    state,
    route: next === "verify-request"
      ? `callback/${searchParams.get("provider")}`
      : next,
  };
}

/** Creates what sends forms. */
export function createForms(
  { base, post }: Requests,
  { parse, toTarget, go }: Targets,
  change: ChangeSession<unknown>,
): Forms {
  let step: Step | null = null;

  const run: Forms["run"] = (send, settle) =>
    catching(async () => {
      const answer = await send();
      const url = parse(answer?.url as string);
      const { next } = step = readStep(url, parse(base));
      await settle(url.href, next);
      return { ...answer, ok: true, url: url.href, next, error: null };
    });

  const send = async (route: string, { redirectTo, ...fields }: Fields) =>
    await post(route, {
      callbackUrl: toTarget(redirectTo),
      ...route === step?.route && { state: step.state },
      ...fields,
    });

  return {
    run,
    findStep: () => step?.route ?? "",
    leave: (route, fields = {}) => run(() => send(route, fields), go),
    submit: (route, fields = {}) =>
      run(() => send(route, fields), async (url, next) => {
        if (next) return;
        // That the session cannot be read is in the snapshot.
        await change().catch(() => {});
        if (fields.redirectTo) go(url);
      }),
  };
}
