import { component$ } from "@builder.io/qwik";
import { type DocumentHead, routeLoader$ } from "@builder.io/qwik-city";
import type { PasskeyInfo } from "@latchkey/auth";
import { addHeaders, requireSession } from "@latchkey/auth/component";
import { auth, requireDatabase } from "~/server/auth.ts";

export const onRequest = [requireDatabase, requireSession()];

export const usePasskeys = routeLoader$(async (ev) => {
  const passkeys = await auth.listPasskeys(ev.request);
  const { csrfToken, headers } = await auth.csrfToken(ev.request);
  addHeaders(ev, headers);
  return { passkeys, csrfToken };
});

export default component$(() => {
  const { passkeys, csrfToken } = usePasskeys().value;
  return (
    <>
      <section class="card">
        <h1>Your passkeys</h1>
        <p>
          A passkey signs you in with your fingerprint, your face or the PIN of
          your device.
        </p>
        <ul class="sessions">
          {passkeys.map((passkey) => (
            <Item
              key={passkey.credentialID}
              passkey={passkey}
              csrfToken={csrfToken}
            />
          ))}
        </ul>
        {/* The library's script handles the box, and shows it if the browser supports passkeys. */}
        <div data-passkey="passkey" data-passkey-target="/passkeys" hidden>
          <button type="button" data-passkey-action="register">
            Add a passkey
          </button>
          <p class="error" role="alert" hidden />
        </div>
      </section>
      <script src="/auth/webauthn-script" defer />
    </>
  );
});

const Item = component$<{ passkey: PasskeyInfo; csrfToken: string }>(
  ({ passkey, csrfToken }) => {
    const { credentialID, deviceType, backedUp, transports } = passkey;
    const where = deviceType === "multiDevice"
      ? "Synced between your devices"
      : "On one device only";
    return (
      <li>
        <div>
          <strong>{transportName(transports)}</strong>
          <p>{where}{backedUp && ", backed up"}</p>
        </div>
        {/* A route of the library, which shows its own errors. */}
        <form method="post" action="/auth/unlink/passkey">
          <input type="hidden" name="csrfToken" value={csrfToken} />
          <input type="hidden" name="callbackUrl" value="/passkeys" />
          <input type="hidden" name="credentialID" value={credentialID} />
          <button type="submit" class="quiet">Remove</button>
        </form>
      </li>
    );
  },
);

function transportName(transports: readonly string[]): string {
  if (transports.includes("internal")) return "This device, or your phone";
  if (transports.includes("usb") || transports.includes("nfc")) {
    return "A security key";
  }
  return "A passkey";
}

export const head: DocumentHead = { title: "Your passkeys" };
