import type { PasskeyInfo } from "@latchkey/auth/server";
import { hasPasswords, provider } from "./auth.ts";
import { type Html, html } from "./html.ts";
import { accountLayout, type Context, icon } from "./layout.ts";

export function passkeysPage(
  context: Context,
  passkeys: readonly PasskeyInfo[],
  isConnected: boolean,
): Html {
  return accountLayout(
    context,
    "Ways to sign in",
    html`
      <section class="card">
        <hgroup>
          <h1>Ways to sign in</h1>
          <p>With a second one you can’t lock yourself out.</p>
        </hgroup>
        <section>
          <h2>Passkeys</h2>
          ${passkeys.length > 0
            ? html`
              <ul class="rows">
                ${passkeys.map((passkey) => passkeyItem(context, passkey))}
              </ul>
            `
            : html`
              <p class="soft">
                You don’t have one yet. With a passkey, your fingerprint, face
                or screen lock is enough to sign in.
              </p>
            `}
          ${addBox}
        </section>
        ${hasPasswords ? passwordSection : null}
        <section>
          <h2>Other sites</h2>
          <div class="rows">${providerRow(context, isConnected)}</div>
        </section>
      </section>
      <script src="/auth/webauthn-script" defer></script>
    `,
  );
}

/** Each has a page of the library. */
const passwordWays = [
  {
    href: "/auth/password",
    sign: "lock",
    name: "Password",
    text: "Other browsers are signed out when it changes.",
    action: "Change",
  },
  {
    href: "/auth/factors",
    sign: "device",
    name: "Two-step sign-in",
    text: "A code from your phone, after any other way.",
    action: "Set up",
  },
  {
    href: "/auth/email",
    sign: "mail",
    name: "Email address",
    text: "The new one gets a mail to confirm it.",
    action: "Change",
  },
] as const;

const passwordSection = html`
  <section>
    <h2>With your email address</h2>
    <ul class="rows">
      ${passwordWays.map(({ href, sign, name, text, action }) =>
        html`
          <li class="row">
            <span class="disc">${icon(sign)}</span>
            <div>
              <b>${name}</b>
              <p>${text}</p>
            </div>
            <a class="b"
              href="${href}">${action}<span class="aloud"> ${name}</span></a>
          </li>
        `
      )}
    </ul>
  </section>
`;

function passkeyItem(context: Context, passkey: PasskeyInfo): Html {
  const { credentialID, deviceType, backedUp, transports } = passkey;
  const where = deviceType === "multiDevice"
    ? "Synced between your devices"
    : "On one device only";
  return html`
    <li class="row">
      <span class="disc">${icon("key")}</span>
      <div>
        <b>${transportName(transports)}</b>
        <p>${where}${backedUp ? ", backed up" : null}</p>
      </div>
      <form method="post" action="/auth/unlink/passkey">
        ${hiddenFields(context)}
        <input type="hidden" name="credentialID" value="${credentialID}">
        <button>Remove</button>
      </form>
    </li>
  `;
}

/**
 * The library's script handles the box, and shows it if the browser supports
 * passkeys.
 */
const addBox = html`
  <div data-passkey="passkey" data-passkey-target="/passkeys" hidden>
    <button type="button" class="main" data-passkey-action="register">
      Add a passkey
    </button>
    <p role="alert" hidden></p>
  </div>
  <p class="hint">
    To add a passkey, open this page on https or localhost, with JavaScript on.
  </p>
`;

function providerRow(context: Context, isConnected: boolean): Html {
  const action = isConnected ? "unlink" : "link";
  return html`
    <div class="row">
      <span class="disc">${icon("site")}</span>
      <div>
        <b>${provider.name}</b>
        <p>${isConnected ? "Connected" : "Not connected"}</p>
      </div>
      <form method="post" action="/auth/${action}/${provider.id}">
        ${hiddenFields(context)}
        <button>${isConnected ? "Disconnect" : "Connect"}</button>
      </form>
    </div>
  `;
}

function hiddenFields({ csrfToken }: Context): Html {
  return html`
    <input type="hidden" name="csrfToken" value="${csrfToken}">
    <input type="hidden" name="callbackUrl" value="/passkeys">
  `;
}

function transportName(transports: readonly string[]): string {
  if (transports.includes("internal")) return "This device, or your phone";
  if (transports.includes("usb") || transports.includes("nfc")) {
    return "A security key";
  }
  return "A passkey";
}
