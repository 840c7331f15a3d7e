import type {
  PageModel,
  PageProvider,
  PasskeyForm,
  PasskeyModel,
} from "../request/outcome.ts";
import type { PageWords } from "../request/page_words.ts";
import type { WebAuthnField } from "../providers/webauthn_provider.ts";
import { attributes, type Html, markup } from "./html.ts";
import { toLabel } from "./provider_label.ts";

/** The only script of a page: it is served by us, and carries the page's nonce. */
export function passkeyScript({ script }: PasskeyModel, nonce: string): Html {
  return markup`<script src="${script}" nonce="${nonce}" defer></script>
`;
}

/** The passkey form. It is hidden until the script shows it, because passkeys need JavaScript. */
export function passkeyForm(
  page: PageModel & { name: "signIn" },
  provider: PageProvider,
  { fields, autofill, signsUp }: PasskeyForm,
  words: PageWords,
): Html {
  const inputs = Object.entries(fields).map(([name, field]) =>
    input(provider.id, name, {
      ...field,
      label: field.label ?? (name === "email" ? words.email : name),
    })
  );
  const set = {
    id: `${provider.id}-form`,
    "data-passkey": provider.id,
    "data-passkey-target": page.callbackUrl ?? undefined,
    "data-passkey-autofill": autofill,
    "data-passkey-texts": JSON.stringify(words.passkeyProblems),
  };
  return markup`<noscript><p>${words.noScript}</p></noscript>
<form${
    attributes(set)
  } method="post" action="${provider.signinUrl}" novalidate hidden>
${inputs}<button class="main" data-passkey-action="authenticate">${
    toLabel(provider, words)
  }</button>
${
    signsUp
      ? markup`<button type="button" data-passkey-action="register">${words.createPasskey}</button>
`
      : null
  }<p role="alert" hidden></p>
</form>
`;
}

function input(provider: string, name: string, field: WebAuthnField): Html {
  const { label = "", ...rest } = field;
  const id = `${provider}-${name}`;
  return markup`<label for="${id}">${label}</label>
<input${attributes({ type: "text", ...rest, id, name })}>
`;
}
