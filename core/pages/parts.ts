/**
 * The parts that several pages share.
 *
 * @module
 */

import type { Theme } from "../model/theme.ts";
import type { PageUser } from "../config/pages/page_models.ts";
import type { PageLanguage, PageWords } from "../config/pages/page_words.ts";
import { fill, type Html, markup } from "./html.ts";
import { icons } from "./forms/icons.ts";

/** The data for the parts that surround every page. */
export interface PageFrame {
  /** The application's name. */
  readonly site: string;
  /** The URL of the application's home page; null if unknown. */
  readonly home: string | null;
  readonly theme: Theme;
  readonly language: PageLanguage;
  /** The nonce of the Content-Security-Policy, for the scripts of the page. */
  readonly nonce: string;
}

/** The place of a form on its page. */
export interface FormPlace {
  readonly frame: PageFrame;
  /** Unique on the page. */
  readonly id: string;
  /** Whether its button is the page's main one. */
  readonly isMain: boolean;
  /** The id of the form whose box "Remember me" serves all; absent: there is one form. */
  readonly shared?: string | undefined;
}

/** One page, without its frame. */
export interface PageParts {
  readonly title: Html;
  /** The sentences below the title. */
  readonly hint?: Html | null;
  /** An icon above the title. */
  readonly sign?: Html | null;
  readonly body: Html;
  /** Further elements of the head. */
  readonly head?: Html | null;
  /** Whether the page reports an error, which its title in the browser's tab says. */
  readonly isError?: boolean;
}

/** A sentence of the language as markup. */
export function say(
  sentence: string,
  values: Readonly<Record<string, Html | string>> = {},
): Html {
  return fill(sentence, values);
}

/**
 * An address or a name of a person, which may be written in a direction other
 * than the page's.
 */
export function strong(text: string): Html {
  return markup`<b><bdi>${text}</bdi></b>`;
}

/** The error of a form or a page. Screen readers announce it, and focus goes to it if nothing else takes it. */
export function alert(
  message: string | null,
  { id, takesFocus = false, isCalm = false }: {
    readonly id?: string;
    readonly takesFocus?: boolean;
    /** Whether nothing went wrong. */
    readonly isCalm?: boolean;
  } = {},
): Html | null {
  if (message === null) return null;
  const name = id === undefined ? null : markup` id="${id}"`;
  const focus = takesFocus ? markup` tabindex="-1" autofocus` : null;
  const [look, icon] = isCalm ? ["note", null] : ["note bad", icons.warning];
  return markup`<p class="${look}" role="alert"${name}${focus}>${icon}<span>${message}</span></p>
`;
}

/** Hidden fields; null values are left out. */
export function hidden(
  fields: Readonly<Record<string, string | null>>,
): Html {
  const inputs = Object.entries(fields).map(([name, value]) =>
    value === null
      ? markup``
      : markup`<input type="hidden" name="${name}" value="${value}">`
  );
  return markup`${inputs}
`;
}

/** The one field for an address, which serves passwords, mails and passkeys alike. */
export function emailField(
  { emailAddress }: PageWords,
  { id = "email", value, autofills = false, hasFocus = false, errorId = null }:
    {
      readonly id?: string;
      readonly value: string | null;
      /** Whether browsers offer passkeys in it. */
      readonly autofills?: boolean;
      readonly hasFocus?: boolean;
      readonly errorId?: string | null;
    },
): Html {
  return markup`<div class="field">
<label for="${id}">${emailAddress}</label>
<input id="${id}" name="email" type="email" dir="ltr" value="${value}" placeholder="name@example.com" autocomplete="${
    autofills ? "username webauthn" : "username"
  }" autocapitalize="none" spellcheck="false" maxlength="320" required${
    invalid(errorId)
  }${hasFocus ? markup` autofocus` : null}>
</div>
`;
}

/**
 * The box "Remember me" of a form; none if the application does not ask. Each
 * form posts alone, so each has a box. With the script, one box serves all forms
 * of a page, and there are no others.
 */
export function rememberBox(
  { remember = null }: { readonly remember?: boolean | null | undefined },
  { rememberMe }: PageWords,
  { id, shared }: Pick<FormPlace, "id" | "shared">,
): Html | null {
  if (remember === null) return null;
  const box =
    markup`<div><label class="check" for="${id}-remember"><input id="${id}-remember" name="remember" type="checkbox" value="on"${
      remember ? markup` checked` : null
    }${id === shared ? markup` data-shared` : null}>${rememberMe}</label></div>
`;
  const isAlone = shared === undefined || shared === id;
  return isAlone ? box : markup`<noscript>${box}</noscript>`;
}

/** Attributes of a field that an error is about. */
export function invalid(errorId: string | null): Html | null {
  return errorId === null
    ? null
    : markup` aria-invalid="true" aria-describedby="${errorId}"`;
}

/** The user's name and address in a box. */
export function userBox({ name, email }: PageUser): Html {
  const main = name || email || "";
  const second = name && email && email !== name
    ? markup`<br><bdi>${email}</bdi>`
    : null;
  // The initials of an address leave out its host.
  const initials = toInitials(name || main.replace(/@.*/, ""));
  return markup`<div class="box"><span class="disc" aria-hidden="true">${initials}</span><div><b><bdi>${main}</bdi></b>${second}</div></div>
`;
}

/** The first letters of the first two words, in upper case. */
export function toInitials(name: string): string {
  return [...name.matchAll(/[\p{L}\p{N}]+/gu)].slice(0, 2)
    .map(([word]) => [...word][0]?.toUpperCase()).join("");
}

/** The word between two ways to sign in. */
export function separator(word: string): Html {
  return markup`<p class="or">${word}</p>
`;
}

/** A link that looks like a button. */
export function linkButton(href: string, text: Html, isMain = false): Html {
  return markup`<a class="${isMain ? "b main" : "b"}" href="${href}">${text}</a>
`;
}
