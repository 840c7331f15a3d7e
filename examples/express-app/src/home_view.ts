import { apiUrl, hasPasswords, keepsSessions, provider } from "./auth.ts";
import { guestPassword, hasGuest } from "./guest.ts";
import { type Html, html } from "./html.ts";
import { type Context, displayName, icon, layout } from "./layout.ts";
import { mailbox, mailProviders } from "./mail.ts";

/** Everything that the environment turns on or off. */
const ways = [
  {
    name: provider.name,
    text: "With an account at your OpenID Connect provider.",
  },
  hasGuest
    ? { name: "Password", text: `As “guest”, with ${guestPassword}.` }
    : {
      name: "Password",
      text: "With your email address and a password of your own.",
      missing: hasPasswords ? null : "DATABASE, EMAIL_SERVER and EMAIL_FROM",
      link: { href: "/auth/signup?callbackUrl=/", text: "Create an account" },
    },
  {
    name: "Email",
    text: "With a link or a code that we send you.",
    missing: mailProviders.length > 0 ? null : "EMAIL_SERVER and EMAIL_FROM",
    link: mailbox && { href: mailbox, text: "Open the inbox" },
  },
  {
    name: "Passkey",
    text: "With your fingerprint, face or screen lock.",
    missing: keepsSessions ? null : "DATABASE",
  },
];

const hasMoreWays = ways.filter(({ missing }) => !missing).length > 1;

const ideas = [
  {
    href: "/protected?from=home",
    name: "Open a protected page",
    text: "Try it signed out, too: you’ll come back to it, query and all.",
  },
  {
    href: "/members",
    name: "Enter the members’ area",
    text: "One guard stands in front of every page of it.",
  },
  {
    href: "/address",
    name: "Change your delivery address",
    text: "It takes a sign-in of the last five minutes.",
  },
];

/** With a database only. */
const moreIdeas = [
  {
    href: "/passkeys",
    name: "Add a passkey",
    text: "Next time, your fingerprint, face or screen lock is enough.",
  },
  {
    href: "/sessions",
    name: "Sign in on another device",
    text: "Then end that session from here.",
  },
  ...(apiUrl
    ? [{
      href: "/connection",
      name: "Ask the provider’s API",
      text: "Watch the access token end, and a new one take its place.",
    }]
    : []),
];

export function homePage(context: Context): Html {
  const { session } = context;
  return session?.user
    ? welcomePage(context, displayName(session), session.user.email)
    : signInPage(context);
}

function signInPage(context: Context): Html {
  return layout(
    context,
    "Welcome",
    html`
      <div class="intro">
        <hgroup>
          <h1>It works. Now sign in.</h1>
          <p>
            This page is for everyone. Sign in, and the rest of the app opens,
            too.
          </p>
        </hgroup>
        ${signInForm(context)}
      </div>
      <section class="card">
        <h2>Ways to sign in</h2>
        <ul class="rows">
          ${ways.map(wayItem)}
        </ul>
      </section>
    `,
    "two",
  );
}

function welcomePage(
  context: Context,
  name: string,
  email: string | null | undefined,
): Html {
  return layout(
    context,
    "Welcome back",
    html`
      <div class="intro">
        <hgroup>
          <h1>Hello, <bdi>${name}</bdi></h1>
          <p>${email ? signedInAs(email) : "You’re signed in."}</p>
        </hgroup>
        <div class="ways">
          <a class="b main" href="/profile">Open your account</a>
        </div>
      </div>
      <section class="card">
        <h2>Try next</h2>
        <ul class="rows">
          ${[...ideas, ...(keepsSessions ? moreIdeas : [])].map(ideaItem)}
        </ul>
        ${keepsSessions ? null : html`
          <p class="hint">
            Set <code>DATABASE=sqlite</code> to try passkeys, and to see where
            you’re signed in.
          </p>
        `}
      </section>
    `,
    "two",
  );
}

function signedInAs(email: string): Html {
  return html`You’re signed in as <b><bdi>${email}</bdi></b>.`;
}

function signInForm({ csrfToken }: Context): Html {
  const more = html`
    <a class="b" href="/auth/signin?callbackUrl=/">More ways to sign in</a>
  `;
  return html`
    <div class="ways">
      <form method="post" action="/auth/signin/${provider.id}">
        <input type="hidden" name="csrfToken" value="${csrfToken}">
        <input type="hidden" name="callbackUrl" value="/">
        <button class="main">Continue with ${provider.name}</button>
      </form>
      ${hasMoreWays ? more : null}
    </div>
  `;
}

function wayItem({ name, text, missing, link }: typeof ways[number]): Html {
  if (missing) {
    return html`
      <li class="row">
        <span class="disc soft">${icon("off")}</span>
        <div>
          <b>${name}</b> <span class="badge">Off</span>
          <p>Set ${missing} to turn it on.</p>
        </div>
      </li>
    `;
  }
  const more = link && html`<a href="${link.href}">${link.text}</a>`;
  return html`
    <li class="row">
      <span class="disc ok">${icon("on")}</span>
      <div>
        <b>${name}</b> <span class="aloud">is on</span>
        <p>${text} ${more}</p>
      </div>
    </li>
  `;
}

function ideaItem({ href, name, text }: typeof ideas[number]): Html {
  return html`
    <li>
      <a class="row" href="${href}">
        <div>
          <b>${name}</b>
          <p>${text}</p>
        </div>
        ${icon("go", "turn")}
      </a>
    </li>
  `;
}
