import type { Theme } from "../../model/theme.ts";
import type {
  PageProvider,
  SignInModel,
} from "../../config/pages/page_models.ts";
import type { PageWords } from "../../config/pages/page_words.ts";
import { type Html, markup } from "../html.ts";
import { icons } from "./icons.ts";
import { say } from "../parts.ts";
import { toMark } from "./provider_mark.ts";

/** The look of one button among others. */
export interface ButtonLook {
  readonly words: PageWords;
  /** Whether it stands in one of two columns, where only the name has room. */
  readonly isGrid: boolean;
  /** Whether it is the only thing to do on the page. */
  readonly isMain: boolean;
  /** Whether this browser signed in this way last. */
  readonly isLast: boolean;
  readonly scheme: Theme["colorScheme"];
}

/**
 * A provider's button. Only companies and products have names that fit into a
 * sentence; a sign-in method of the application itself is called by its name
 * alone.
 */
export function providerButton(
  provider: PageProvider,
  { words, isGrid, isMain, isLast, scheme }: ButtonLook,
): Html {
  const { name, type, signinUrl, callbackUrl } = provider;
  const isCompany = type === "oauth" || type === "oidc";
  const sentence = toSentence(provider, words);
  // Without fields, the password route itself signs in.
  const url = type === "credentials" ? callbackUrl : signinUrl;
  const label = isGrid && isCompany ? markup` aria-label="${sentence}"` : null;
  return markup`<button${
    isMain ? markup` class="main"` : null
  } formaction="${url}"${label}>${
    isCompany
      ? toMark(provider, isMain ? "inked" : scheme)
      : type === "webauthn"
      ? icons.passkey
      : null
  }${isGrid ? markup`${name}` : sentence}${
    isLast ? badge(words) : null
  }</button>
`;
}

/** The words of a way to sign in, as a button and in a list. */
function toSentence(
  { name, type, isOneOfSeveral }: PageProvider,
  words: PageWords,
): Html {
  if (type === "oauth" || type === "oidc") {
    return say(words.continueWith, { provider: name });
  }
  if (isOneOfSeveral || type === "credentials") return markup`${name}`;
  return say(type === "email" ? words.sendLink : words.signInWithPasskey);
}

/** Marks the button of the form that this browser signed in with last. */
export function lastUsed(
  { lastUsed, providers }: SignInModel,
  { id }: PageProvider,
  words: PageWords,
): Html | null {
  return lastUsed === id && providers.length > 1 ? badge(words) : null;
}

/** It is inside the button, so that screen readers read both together. */
export function badge({ lastUsed }: PageWords): Html {
  return markup` <span class="last">${lastUsed}</span>`;
}
