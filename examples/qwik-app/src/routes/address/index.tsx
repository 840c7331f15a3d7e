import { component$ } from "@builder.io/qwik";
import {
  type DocumentHead,
  Form,
  routeAction$,
  routeLoader$,
} from "@builder.io/qwik-city";
import { requireSession } from "@latchkey/auth/component";
import { Icon } from "~/components/icon.tsx";
import { findAddress, saveAddress } from "~/server/addresses.ts";

export const onGet = requireSession();

/**
 * The form needs a sign-in of the last five minutes. After an older one, the
 * user confirms it, and what was typed is still there.
 */
export const onPost = requireSession({ maxAge: 5 * 60, resume: true });

export const useAddress = routeLoader$(({ sharedMap }) =>
  findAddress(sharedMap.get("session"))
);

export const useSave = routeAction$((form, { sharedMap }) =>
  saveAddress(sharedMap.get("session"), form)
);

export default component$(() => {
  const { value: address } = useAddress();
  const save = useSave();
  return (
    <div class="page">
      <section class="card">
        <hgroup>
          <h1>Delivery address</h1>
          <p>
            Changing it takes a sign-in of the last five minutes. If yours is
            older, you’ll confirm that it’s you, and go on with what you typed.
          </p>
        </hgroup>
        {address && (
          <div class="rows">
            <div class="row">
              <span class="disc ok">
                <Icon name="on" />
              </span>
              <div>
                <b>We deliver to</b>
                <p>
                  <bdi>{address.street}</bdi>, <bdi>{address.city}</bdi>
                </p>
              </div>
            </div>
          </div>
        )}
        <Form action={save} class="fields">
          <label>
            Street
            <input
              name="street"
              value={address?.street}
              maxLength={200}
              autocomplete="street-address"
              required
            />
          </label>
          <label>
            City
            <input
              name="city"
              value={address?.city}
              maxLength={200}
              autocomplete="address-level2"
              required
            />
          </label>
          <button class="main" aria-busy={save.isRunning}>Save address</button>
        </Form>
      </section>
    </div>
  );
});

export const head: DocumentHead = { title: "Delivery address" };
