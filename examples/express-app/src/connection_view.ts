import { provider } from "./auth.ts";
import { type Html, html } from "./html.ts";
import { accountLayout, type Context, icon } from "./layout.ts";
import { field } from "./views.ts";

/** The members of the API's answer that the page shows. */
export interface Facts {
  readonly name?: string;
  readonly email?: string;
  readonly sub?: string;
  /** Only the demo's provider counts. */
  readonly token_refreshes?: number;
}

export function connectionPage(
  context: Context,
  facts: Facts,
  expiresAt: Date | null,
): Html {
  return accountLayout(
    context,
    "Connection",
    html`
      <section class="card">
        <hgroup>
          <h1>What ${provider.name} says about you</h1>
          <p>The app has just asked its API, on your behalf.</p>
        </hgroup>
        <dl>
          ${field("Name", facts.name)} ${field("Email", facts.email)}
          ${field("Your id there", facts.sub)}
        </dl>
        <section>
          <h2>Access token</h2>
          <div class="rows">
            <div class="row">
              <span class="disc ok">${icon("key")}</span>
              <div>
                ${expiresAt && lifetime(expiresAt)}
                <p>${refreshes(
                  facts.token_refreshes,
                )} It stays on the server.</p>
              </div>
            </div>
          </div>
        </section>
        <a class="b main" href="/connection">Ask again</a>
      </section>
      <script src="/countdown.js" defer></script>
    `,
  );
}

/** The script counts the seconds. */
function lifetime(end: Date): Html {
  const iso = end.toISOString();
  return html`<b data-until="${iso}">Valid until ${iso.slice(11, 19)} UTC</b>`;
}

function refreshes(times: number | undefined): string {
  if (times === undefined) return "";
  if (times === 0) return "Not refreshed since you signed in.";
  const amount = times === 1 ? "once" : `${times} times`;
  return `Refreshed ${amount} since you signed in.`;
}

export function disconnectedPage(context: Context): Html {
  return accountLayout(
    context,
    "Connection",
    html`
      <section class="card">
        <hgroup>
          <h1>Connect ${provider.name}</h1>
          <p>Then the app can ask its API about you, also while you’re away.</p>
        </hgroup>
        <form class="ways" method="post" action="/auth/link/${provider.id}">
          <input type="hidden" name="csrfToken" value="${context.csrfToken}">
          <input type="hidden" name="callbackUrl" value="/connection">
          <button class="main">Connect ${provider.name}</button>
        </form>
      </section>
    `,
  );
}
