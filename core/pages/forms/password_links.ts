import type {
  PageProvider,
  SignInModel,
} from "../../config/pages/page_models.ts";
import type { PageWords } from "../../config/pages/page_words.ts";
import { withQuery } from "../../http/redirects.ts";
import { type Html, markup } from "../html.ts";

/** The links below the form if the adapter stores the passwords. */
export function passwordLinks(
  { callbackUrl, confirm = null }: SignInModel,
  { resetUrl, signUpUrl }: PageProvider,
  { passwordWords }: PageWords,
): Html | null {
  if (!resetUrl) return null;
  const { createAccount, forgotPassword } = passwordWords;
  // A user who confirms an identity does not sign up.
  const create = signUpUrl && confirm === null
    ? markup`<a href="${
      withQuery(signUpUrl, { callbackUrl })
    }">${createAccount}</a>
`
    : null;
  return markup`<p class="more"><a href="${
    withQuery(resetUrl, { callbackUrl })
  }">${forgotPassword}</a>
${create}</p>
`;
}
