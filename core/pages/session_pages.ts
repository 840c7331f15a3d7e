import type {
  PageModel,
  SignedInModel,
  SignedOutModel,
  SignOutModel,
} from "../config/pages/page_models.ts";
import { toErrorText } from "../config/pages/page_errors.ts";
import { markup } from "./html.ts";
import { disc, icons } from "./forms/icons.ts";
import {
  alert,
  hidden,
  linkButton,
  type PageFrame,
  type PageParts,
  say,
  userBox,
} from "./parts.ts";

/** The sign-in page for a visitor who is signed in. */
export function signedInPage(
  { user, continueUrl, anotherUrl, signOutUrl }: SignedInModel,
  { language: { words }, site }: PageFrame,
): PageParts {
  return {
    title: say(words.youAreSignedIn),
    body: markup`${userBox(user)}<div class="col">${
      linkButton(continueUrl, say(words.continueTo, { site }), true)
    }${linkButton(anotherUrl, say(words.useAnotherAccount))}</div>
<p class="more"><a href="${signOutUrl}">${words.signOut}</a></p>
`,
  };
}

/** The page that asks before it signs out. */
export function signOutPage(
  page: SignOutModel,
  { language: { words }, site, home }: PageFrame,
): PageParts {
  const { action, csrfToken, callbackUrl, user = null, error } = page;
  const stay = callbackUrl ?? home;
  return {
    title: say(words.signOutOf, { site }),
    isError: error !== null,
    body: markup`${alert(error === null ? null : toErrorText(words, error))}${
      user === null ? null : userBox(user)
    }<form method="post" action="${action}">
${
      hidden({ csrfToken, callbackUrl })
    }<button class="main">${words.signOut}</button>
${stay === null ? null : linkButton(stay, say(words.staySignedIn))}</form>
`,
  };
}

/** The sign-out page for a visitor who is signed out. */
export function signedOutPage(
  { home, signInUrl }: SignedOutModel,
  { language: { words }, site }: PageFrame,
): PageParts {
  return {
    title: say(words.youAreSignedOut),
    sign: disc(icons.check, "ok"),
    body: markup`<div class="col">${
      linkButton(signInUrl, say(words.signInAgain), true)
    }${linkButton(home, say(words.backTo, { site }))}</div>
`,
  };
}

/** The page after a passkey was added or removed. */
export function passkeyPage(
  { done, home }: PageModel & { name: "passkey" },
  { language: { words }, site }: PageFrame,
): PageParts {
  const wasAdded = done === "added";
  return {
    title: say(wasAdded ? words.passkeyAdded : words.passkeyRemoved),
    sign: disc(icons.check, "ok"),
    hint: say(wasAdded ? words.passkeyAddedHint : words.passkeyRemovedHint),
    body: markup`<div class="col">${
      linkButton(home, say(words.continueTo, { site }), true)
    }</div>
`,
  };
}
