import { type Html, markup } from "../html.ts";
import { invalid } from "../parts.ts";
import { icons } from "./icons.ts";

/** A field for a password. */
export interface PasswordField {
  readonly name: "current" | "password";
  readonly label: string;
  readonly autocomplete: "current-password" | "new-password";
  /** The least number of characters of a new password. */
  readonly minLength?: number;
  /** The line below the field. */
  readonly rule: Html;
  /** The label of the button that shows what was typed. */
  readonly show: string;
  readonly errorId: string | null;
  readonly hasFocus: boolean;
}

/** The field for a password that is changed or chosen, with the line below it. */
export function passwordField(
  { name, label, autocomplete, minLength, rule, show, errorId, hasFocus }:
    PasswordField,
): Html {
  const described = errorId === null
    ? markup` aria-describedby="${name}-rule"`
    : invalid(errorId);
  const least = minLength === undefined
    ? null
    : markup` passwordrules="minlength: ${String(minLength)};" minlength="${
      String(minLength)
    }"`;
  // A new password has no `maxlength`: a browser would cut what is pasted without
  // a word, and the rules say what is too long.
  const focus = hasFocus ? markup` autofocus` : null;
  return markup`<div class="field">
<label for="${name}">${label}</label>
<div class="field">
<input id="${name}" name="${name}" type="password" autocomplete="${autocomplete}"${least} required${focus}${described}>
<button type="button" class="eye" hidden data-shows="${name}" aria-pressed="false" aria-label="${show}">${icons.eye}</button>
</div>
<small id="${name}-rule">${rule}</small>
</div>
`;
}
