/**
 * The pages that visitors meet at a guard that asks for a fresh or a strong
 * sign-in.
 *
 * @module
 */

import type { ResumeModel } from "../../core/config/pages/form_models.ts";
import type {
  ErrorModel,
  PageModel,
} from "../../core/config/pages/page_models.ts";

/** A confirmation that the guard does not accept. */
export function toRefusals(origin: string): Record<string, PageModel> {
  const signInUrl = `${origin}/auth/signin`;
  const refused = (code: string): ErrorModel => ({
    name: "error",
    error: { type: "InsufficientAuthentication", code },
    ref: "nH0qOlydgc85sdgAXWcjxeF2afwOBrNisvN0nhlnjZVizoDUl3AKOrWa-Q",
    signInUrl,
    anotherUrl: `${signInUrl}?another=1`,
    signOutUrl: `${origin}/auth/signout`,
    home: `${origin}/`,
  });
  return {
    "error-other-user": refused("other_user"),
    "error-unproved": refused("unproved"),
    "error-no-way": { ...refused("no_way"), ref: null, signInUrl: null },
  };
}

/** A form that met a guard. */
export function toForms(
  origin: string,
  hostile: string,
): Record<string, PageModel> {
  const asked = {
    name: "resume",
    action: `${origin}/auth/resume`,
    type: "application/x-www-form-urlencoded",
    fields: [
      ["street", "12 St James’s Square"],
      ["city", "London"],
      ["csrf", "6b7c2f0d9a4e41f3"],
    ],
    to: "example.com/address",
    cancelUrl: `${origin}/address`,
  } satisfies ResumeModel;
  const refused = {
    name: "notSent",
    signInUrl: `${origin}/auth/signin`,
    home: `${origin}/`,
  } as const;
  return {
    "resume": asked,
    "resume-hostile": {
      ...asked,
      fields: [[hostile, hostile], ["n".repeat(300), "m".repeat(70)]],
      to: `example.com/${"a".repeat(300)}`,
    },
    "not-sent": { ...refused, reason: "not kept" },
    "not-sent-other-user": { ...refused, reason: "other user" },
    "not-sent-gone": { ...refused, reason: "gone", signInUrl: null },
    "sent-before": { ...refused, reason: "sent", signInUrl: null },
  };
}
