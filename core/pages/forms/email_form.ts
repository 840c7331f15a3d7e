import type { SignInModel } from "../../config/pages/page_models.ts";
import { toErrorText } from "../../config/pages/page_errors.ts";
import { type Html, markup } from "../html.ts";
import {
  alert,
  emailField,
  type FormPlace,
  hidden,
  rememberBox,
} from "../parts.ts";
import type { Form } from "../sign_in_plan.ts";
import { createPasskeyBox } from "./webauthn_form.ts";
import { lastUsed } from "./provider_button.ts";

/** The form that takes an address to send a mail to. */
export function emailForm(
  page: SignInModel,
  { provider, signUp }: Form & { kind: "email" },
  { frame: { language: { words } }, id, isMain, shared }: FormPlace,
): Html {
  const { csrfToken, callbackUrl, confirm, error } = page;
  const hasFailed = page.failed === provider.id;
  const errorId = hasFailed ? `${id}-error` : null;
  const message = hasFailed && error ? toErrorText(words, error) : null;
  const field = emailField(words, {
    id: isMain ? "email" : `${id}-email`,
    value: page.email ?? confirm?.email ?? null,
    autofills: isMain && Boolean(page.passkeys),
    hasFocus: hasFailed,
    errorId,
  });
  return markup`<form id="${id}" method="post" action="${provider.signinUrl}">
${hidden({ csrfToken, callbackUrl })}${
    alert(message, errorId === null ? {} : { id: errorId })
  }${field}${rememberBox(page, words, { id, shared })}<button${
    isMain ? markup` class="main"` : null
  }>${words.sendLink}${lastUsed(page, provider, words)}</button>
</form>
${createPasskeyBox(page, signUp, { words, id })}`;
}
