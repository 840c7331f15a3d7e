import { type Html, html } from "./html.ts";
import { type Context, icon, layout } from "./layout.ts";

export interface Address {
  readonly street: string;
  readonly city: string;
}

export function addressPage(context: Context, address?: Address): Html {
  const { street = "", city = "" } = address ?? {};
  return layout(
    context,
    "Delivery address",
    html`
      <section class="card">
        <hgroup>
          <h1>Delivery address</h1>
          <p>
            Changing it takes a sign-in of the last five minutes. If yours is
            older, you’ll confirm that it’s you, and go on with what you typed.
          </p>
        </hgroup>
        ${address && current(address)}
        <form class="fields" method="post" action="/address">
          <label>
            Street
            <input name="street" value="${street}" maxlength="200"
              autocomplete="street-address" required>
          </label>
          <label>
            City
            <input name="city" value="${city}" maxlength="200"
              autocomplete="address-level2" required>
          </label>
          <button class="main">Save address</button>
        </form>
      </section>
    `,
  );
}

function current({ street, city }: Address): Html {
  return html`
    <div class="rows">
      <div class="row">
        <span class="disc ok">${icon("on")}</span>
        <div>
          <b>We deliver to</b>
          <p><bdi>${street}</bdi>, <bdi>${city}</bdi></p>
        </div>
      </div>
    </div>
  `;
}
