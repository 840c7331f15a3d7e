/**
 * What has to be SvelteKit's own, because it tells by the class.
 *
 * @module
 */

import type { FormResult } from "../../core/pipeline/host/forms/form_types.ts";
import type {
  SvelteKitActions,
  SvelteKitEvent,
  SvelteKitInstance,
} from "./types.ts";

interface Kit {
  redirect(status: number, url: string, options: { external: true }): never;
  error(status: number, message: string, properties: object): never;
  fail<T>(status: number, data: T): T;
}

/**
 * Imports SvelteKit, which only the application has. Its build bundles this
 * package as it does all that have Svelte as a peer, so both import the same.
 */
async function loadKit(): Promise<Kit> {
  // @ts-ignore: it is not installed here.
  return await import("@sveltejs/kit");
}

/** Throws what SvelteKit answers with instead of a refusal. */
export async function throwRefusal(
  answer: Response,
  event: SvelteKitEvent,
): Promise<never> {
  const kit = await loadKit();
  const { status, headers } = answer;
  const isJson = headers.get("content-type")?.includes("json") === true;
  const { message = toSentence(status), ...body } = isJson
    ? await answer.json()
    : {};
  const isScript = event.isRemoteRequest === true ||
    event.request.headers.has("x-sveltekit-action");
  const url = headers.get("location") ??
    (isScript && status === 401 ? body.url : undefined);
  if (url) kit.redirect(303, url, { external: true });
  keepChallenge(headers, event);
  return kit.error(status, message, body);
}

/** Keeps what a program has to prove (RFC 9470). */
function keepChallenge(headers: Headers, event: SvelteKitEvent): void {
  const challenge = headers.get("www-authenticate");
  if (challenge === null) return;
  try {
    event.setHeaders({ "www-authenticate": challenge });
  } catch {
    // Another guard of the same page has set it.
  }
}

function toSentence(status: number): string {
  return status === 403
    ? "You don’t have permission to see this page."
    : "The request was refused.";
}

/** Creates form actions that send the fields of a form to a function. */
export function createActions<S, F>(
  { signIn, signOut, submit }: Pick<
    SvelteKitInstance<S, F>,
    "signIn" | "signOut" | "submit"
  >,
): SvelteKitActions {
  const read = async ({ request }: SvelteKitEvent) => await request.formData();
  return {
    signIn: (provider, options) => async (event) =>
      await endAction(
        await signIn(event, provider, {
          ...options,
          fields: await read(event),
        }),
      ),
    signOut: (options) => async (event) =>
      await endAction(await signOut(event, options)),
    submit: (action, options) => async (event) =>
      await endAction(
        await submit(event, action, { ...options, fields: await read(event) }),
      ),
  };
}

/** Ends a form action by its result. */
async function endAction(
  { url, error }: FormResult,
): Promise<{ readonly error: NonNullable<FormResult["error"]> }> {
  const kit = await loadKit();
  return error === null
    ? kit.redirect(303, url, { external: true })
    : kit.fail(error.status, { error });
}
