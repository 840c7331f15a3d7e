import type { SessionEvent } from "./types.ts";

/** Fields of a provider or a new user that the page of a refused form may show again. */
const SHOWN_AGAIN: readonly string[] = [
  "options.email",
  "options.name",
  "options.remember",
  "options.username",
];

/** Fields beside the options that no page may show again. */
const SECRETS: readonly string[] = [
  "code",
  "current",
  "enrolment",
  "password",
];

/**
 * Removes what is secret in a form: Qwik City writes a form that was sent without
 * JavaScript into the page that answers it, for `action.formData`. Provider
 * fields, such as a password, must not be there.
 */
export function forgetSecrets({ sharedMap }: SessionEvent): void {
  const form = sharedMap.get("@actionFormData");
  if (!(form instanceof FormData)) return;
  for (const name of [...form.keys()]) {
    const isSecret = SECRETS.includes(name) ||
      name.startsWith("options.") && !SHOWN_AGAIN.includes(name);
    if (isSecret) form.delete(name);
  }
}
