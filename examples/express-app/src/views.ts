import { provider } from "./auth.ts";
import { type Html, html } from "./html.ts";
import {
  accountLayout,
  type Context,
  icon,
  layout,
  plainLayout,
  time,
} from "./layout.ts";

export function profilePage(context: Context): Html {
  const { session } = context;
  const json = JSON.stringify(session, null, 2);
  return accountLayout(
    context,
    "Profile",
    html`
      <section class="card">
        <hgroup>
          <h1>Your profile</h1>
          <p>This is all that the app knows about you.</p>
        </hgroup>
        <dl>
          ${field("Name", session?.user?.name)}
          ${field("Email", session?.user?.email)}
          ${field("Picture", session?.user?.image)}
          ${field("Session ends", session && time(session.expires))}
        </dl>
        <details>
          <summary>The session as JSON</summary>
          <pre tabindex="0" aria-label="Session as JSON">${json}</pre>
        </details>
        ${session?.authentication && signOutSection(context)}
      </section>
    `,
  );
}

/**
 * Ends the session at the provider, too. Only a session that began there has
 * `authentication`.
 */
function signOutSection({ csrfToken }: Context): Html {
  return html`
    <section>
      <h2>Signing out</h2>
      <div class="rows">
        <div class="row">
          <span class="disc">${icon("site")}</span>
          <div>
            <b>You’re signed in at ${provider.name}, too</b>
            <p>“Sign out” leaves you signed in there.</p>
          </div>
          <form method="post" action="/auth/signout">
            <input type="hidden" name="csrfToken" value="${csrfToken}">
            <input type="hidden" name="callbackUrl" value="/">
            <input type="hidden" name="federated" value="true">
            <button>Sign out at ${provider.name}, too</button>
          </form>
        </div>
      </div>
    </section>
  `;
}

export function field(
  label: string,
  value: Html | string | null | undefined,
): Html {
  const shown = value
    ? html`<bdi>${value}</bdi>`
    : html`<span class="soft">Not set</span>`;
  return html`
    <div>
      <dt>${label}</dt>
      <dd>${shown}</dd>
    </div>
  `;
}

export function protectedPage(context: Context): Html {
  return textPage(
    context,
    "Protected",
    html`
      <p>Only people who are signed in can read this.</p>
      <p>You asked for <code>${context.url}</code>, and here you are.</p>
      <p class="soft">
        Sign out and open this address again to see its guard at work.
      </p>
    `,
  );
}

export function membersPage(context: Context): Html {
  return textPage(
    context,
    "Members",
    html`
      <p>One guard stands in front of every page of this section.</p>
      <p><a href="/members/area">Enter the inner room</a></p>
    `,
  );
}

export function membersAreaPage(context: Context): Html {
  return textPage(
    context,
    "Inner room",
    html`
      <p>You’re in. The same guard let you through.</p>
      <p><a href="/members">Back to the members’ area</a></p>
    `,
  );
}

function textPage(context: Context, title: string, text: Html): Html {
  return layout(
    context,
    title,
    html`
      <section class="card">
        <h1>${title}</h1>
        ${text}
      </section>
    `,
  );
}

export function notFoundPage(context: Context): Html {
  const content = html`
    <hgroup>
      <p class="disc">${icon("find")}</p>
      <h1>Page not found</h1>
      <p>There’s nothing at this address. It may have moved.</p>
    </hgroup>
    <a class="b main" href="/">Go to the home page</a>
  `;
  return layout(
    context,
    "Page not found",
    html`<section class="card">${content}</section>`,
    "small",
  );
}

export function errorPage(title: string, message: string): Html {
  return plainLayout(
    title,
    html`
      <section class="card">
        <hgroup>
          <p class="disc">${icon("alert")}</p>
          <h1>${title}</h1>
          <p>${message}</p>
        </hgroup>
        <a class="b main" href="/">Go to the home page</a>
      </section>
    `,
  );
}
