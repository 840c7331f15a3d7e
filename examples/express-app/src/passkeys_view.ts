import type { PasskeyInfo } from "@latchkey/auth/server";
import { type Html, html } from "./html.ts";
import { type Context, layout } from "./views.ts";

export function passkeysPage(
  context: Context,
  passkeys: readonly PasskeyInfo[],
): Html {
  return layout(
    context,
    "Your passkeys",
    html`
      <section class="card">
        <h1>Your passkeys</h1>
        <p>
          A passkey signs you in with your fingerprint, your face or the PIN of
          your device.
        </p>
        <ul class="sessions">
          ${passkeys.map((passkey) => passkeyItem(context, passkey))}
        </ul>
        ${addBox()}
      </section>
      <script src="/auth/webauthn-script" defer></script>
    `,
  );
}

function passkeyItem({ csrfToken }: Context, passkey: PasskeyInfo): Html {
  const { credentialID, deviceType, backedUp, transports } = passkey;
  const where = deviceType === "multiDevice"
    ? "Synced between your devices"
    : "On one device only";
  return html`
    <li>
      <div>
        <strong>${transportName(transports)}</strong>
        <p>${where}${backedUp ? ", backed up" : null}</p>
      </div>
      <form method="post" action="/auth/unlink/passkey">
        <input type="hidden" name="csrfToken" value="${csrfToken}">
        <input type="hidden" name="callbackUrl" value="/passkeys">
        <input type="hidden" name="credentialID" value="${credentialID}">
        <button type="submit" class="quiet">Remove</button>
      </form>
    </li>
  `;
}

/**
 * The library's script handles the box, and shows it if the browser supports
 * passkeys.
 */
function addBox(): Html {
  return html`
    <div data-passkey="passkey" data-passkey-target="/passkeys" hidden>
      <button type="button" data-passkey-action="register">
        Add a passkey
      </button>
      <p role="alert" hidden></p>
    </div>
  `;
}

function transportName(transports: readonly string[]): string {
  if (transports.includes("internal")) return "This device, or your phone";
  if (transports.includes("usb") || transports.includes("nfc")) {
    return "A security key";
  }
  return "A passkey";
}
