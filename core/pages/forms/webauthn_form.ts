import type {
  PageProvider,
  PasskeyModel,
  SignInModel,
} from "../../config/pages/page_models.ts";
import type { PageWords } from "../../config/pages/page_words.ts";
import type { WebAuthnField } from "../../providers/webauthn_provider.ts";
import type { FormPlace } from "../parts.ts";
import { attributes, type Html, markup, script } from "../html.ts";
import { icons } from "./icons.ts";
import { emailField } from "../parts.ts";
import { badge, type ButtonLook } from "./provider_button.ts";
import type { Form } from "../sign_in_plan.ts";

/** The script for passkeys: it is served by us, and carries the page's nonce. */
export function passkeyScript(
  { script: src }: PasskeyModel,
  nonce: string,
): Html {
  return script({ src, nonce, defer: true });
}

/** The button that signs in with a passkey. The script shows it, because passkeys need JavaScript. */
export function passkeyButton(
  page: SignInModel,
  provider: PageProvider,
  { words, isMain, isLast }: ButtonLook,
): Html {
  const { id, name, isOneOfSeveral } = provider;
  const autofill = page.passkeys?.forms[id]?.autofill;
  return markup`<div class="col"${
    toBox({ page, provider, words }, { "data-passkey-autofill": autofill })
  }><button type="button"${
    isMain ? markup` class="main"` : null
  } data-passkey-action="authenticate">${icons.passkey}${
    isOneOfSeveral ? name : words.signInWithPasskey
  }${isLast ? badge(words) : null}</button>${alertBox}</div>
`;
}

/** The script writes its messages into this element. */
const alertBox = markup`<p class="note bad" role="alert" hidden></p>`;

/** The button below a form that creates a passkey for the address in it. */
export function createPasskeyBox(
  page: SignInModel,
  provider: PageProvider | null,
  { words, id }: { readonly words: PageWords; readonly id: string },
): Html | null {
  if (provider === null) return null;
  return markup`<div class="col"${
    toBox({ page, provider, words }, { "data-passkey-fields": id })
  }>${alertBox}<p class="more"><button type="button" class="link" data-passkey-action="register">${words.createPasskey}</button></p></div>
`;
}

/** The form for signing up by passkey, where no other form asks for the same. */
export function passkeyForm(
  page: SignInModel,
  { provider, fields }: Form & { kind: "passkey" },
  { frame: { language: { words } }, id, isMain, above }: FormPlace & {
    readonly above: Html | null;
  },
): Html {
  const inputs = Object.entries(fields).map(([name, field]) =>
    name === "email" && field.label === undefined
      ? emailField(words, {
        id: `${id}-email`,
        value: page.email,
        autofills: Boolean(page.passkeys?.forms[provider.id]?.autofill),
      })
      : input(id, name, field)
  );
  return markup`<form id="${id}"${
    toBox({ page, provider, words })
  } method="post" action="${provider.signinUrl}" novalidate>
${above}${inputs}${alertBox}<button type="button"${
    isMain ? markup` class="main"` : null
  } data-passkey-action="register">${words.createPasskey}</button>
</form>
`;
}

/** The attributes by which the script finds an element, hidden until then. */
function toBox(
  { page, provider, words }: {
    readonly page: SignInModel;
    readonly provider: PageProvider;
    readonly words: PageWords;
  },
  more: Readonly<Record<string, string | boolean | undefined>> = {},
): Html {
  return attributes({
    "data-passkey": provider.id,
    "data-passkey-target": page.callbackUrl ?? undefined,
    "data-passkey-texts": JSON.stringify(words.passkeyProblems),
    ...more,
    hidden: true,
  });
}

function input(form: string, name: string, field: WebAuthnField): Html {
  const { label = name, ...rest } = field;
  const id = `${form}-${name}`;
  return markup`<div class="field">
<label for="${id}">${label}</label>
<input${attributes({ type: "text", ...rest, id, name })}>
</div>
`;
}
