import type {
  FormResult,
  SubmitOptions,
} from "../../core/pipeline/host/forms/form_types.ts";
import { asPage, findRequest } from "./request.ts";
import type { RefusedForm, UserFunction } from "./types.ts";

/** Redirects, and refuses: functions of Next's that end by an error. */
interface Navigation {
  redirect(url: string): never;
  forbidden(): never;
}

async function loadNavigation(): Promise<Navigation> {
  // Bundlers know another module by this name in server components.
  return await import("next/navigation" as string);
}

/** Lets only users through who pass a guard. */
export async function guardPage<S>(
  path: string | undefined,
  guard: (request: Request) => Promise<S | Response>,
): Promise<S> {
  const request = await findRequest();
  const { pathname, search } = new URL(request.url);
  const own = path ?? pathname + search;
  const passed = await asPage(request, own, () => guard(request));
  if (!(passed instanceof Response)) return passed;
  const { forbidden, redirect } = await loadNavigation();
  const location = passed.headers.get("location");
  return location === null ? forbidden() : redirect(location);
}

/** Sends the form of an action, and redirects to where it leads. */
export async function sendForm(
  send: (request: Request) => Promise<FormResult>,
): Promise<RefusedForm> {
  const { url, error } = await send(await findRequest());
  if (error !== null) return { error };
  const { redirect } = await loadNavigation();
  return redirect(url);
}

/** Returns the options of a form; the fields that Next adds to it are left out. */
export function toOptions(
  given: FormData | SubmitOptions = {},
): SubmitOptions {
  const options = given instanceof FormData ? { fields: given } : given;
  const { fields } = options;
  if (!(fields instanceof FormData)) return options;
  const own = new FormData();
  for (const [name, value] of fields) {
    if (!name.startsWith("$ACTION_")) own.append(name, value);
  }
  return { ...options, fields: own };
}

const userFunctions: readonly string[] = [
  "check",
  "deleteUser",
  "getAccessTokenFor",
  "invite",
  "resealTokens",
  "resetFactors",
  "revoke",
  "tokens",
  "updateUser",
] satisfies UserFunction[];

/** Gives functions the present request as their first argument. */
export function bindFunctions(functions: object): object {
  const bound = Object.entries(functions).map(([name, own]) => {
    if (userFunctions.includes(name)) return [name, own];
    if (typeof own !== "function") return [name, bindFunctions(own)];
    const act = async (...args: unknown[]) =>
      await own(await findRequest(), ...args);
    return [name, act];
  });
  return Object.fromEntries(bound);
}
