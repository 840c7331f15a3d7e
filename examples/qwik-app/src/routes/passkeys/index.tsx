import { component$ } from "@builder.io/qwik";
import { type DocumentHead, routeLoader$ } from "@builder.io/qwik-city";
import type { PasskeyInfo } from "@latchkey/auth";
import { addHeaders, requireSession } from "@latchkey/auth/component";
import { AccountPage } from "~/components/account-page.tsx";
import { Icon } from "~/components/icon.tsx";
import { providerName } from "~/components/names.ts";
import { auth, authConfig, requireDatabase } from "~/server/auth.ts";
import { useSession } from "../plugin@auth.ts";

export const onRequest = [requireDatabase, requireSession()];

export const usePasskeys = routeLoader$(async (ev) => {
  const passkeys = await auth.listPasskeys(ev.request);
  const session = await ev.resolveValue(useSession);
  const accounts = await authConfig.adapter?.listAccountsByUserId?.(
    session?.user?.id ?? "",
  );
  const isConnected = accounts?.some((one) => one.provider === "demo") ?? false;
  const { csrfToken, headers } = await auth.csrfToken(ev.request);
  addHeaders(ev, headers);
  return { passkeys, isConnected, csrfToken };
});

export default component$(() => {
  const { passkeys, isConnected } = usePasskeys().value;
  return (
    <AccountPage hasTabs>
      <section class="card">
        <hgroup>
          <h1>Ways to sign in</h1>
          <p>With a second one you can’t lock yourself out.</p>
        </hgroup>
        <section>
          <h2>Passkeys</h2>
          {passkeys.length > 0
            ? (
              <ul class="rows">
                {passkeys.map((passkey) => (
                  <Item key={passkey.credentialID} passkey={passkey} />
                ))}
              </ul>
            )
            : (
              <p class="soft">
                You don’t have one yet. With a passkey, your fingerprint, face
                or screen lock is enough to sign in.
              </p>
            )}
          {/* The library's script handles the box, and shows it if the browser supports passkeys. */}
          <div data-passkey="passkey" data-passkey-target="/passkeys" hidden>
            <button type="button" class="main" data-passkey-action="register">
              Add a passkey
            </button>
            <p role="alert" hidden />
          </div>
          <p class="hint">
            To add a passkey, open this page on https or localhost, with
            JavaScript on.
          </p>
        </section>
        <section>
          <h2>Other sites</h2>
          <div class="rows">
            <ProviderRow isConnected={isConnected} />
          </div>
        </section>
      </section>
      <script src="/auth/webauthn-script" defer />
    </AccountPage>
  );
});

const Item = component$<{ passkey: PasskeyInfo }>(({ passkey }) => {
  const { credentialID, deviceType, backedUp, transports } = passkey;
  const where = deviceType === "multiDevice"
    ? "Synced between your devices"
    : "On one device only";
  return (
    <li class="row">
      <span class="disc">
        <Icon name="key" />
      </span>
      <div>
        <b>{transportName(transports)}</b>
        <p>{where}{backedUp && ", backed up"}</p>
      </div>
      {/* A route of the library, which shows its own errors. */}
      <form method="post" action="/auth/unlink/passkey">
        <HiddenFields />
        <input type="hidden" name="credentialID" value={credentialID} />
        <button>Remove</button>
      </form>
    </li>
  );
});

const ProviderRow = component$<{ isConnected: boolean }>(({ isConnected }) => (
  <div class="row">
    <span class="disc">
      <Icon name="site" />
    </span>
    <div>
      <b>{providerName}</b>
      <p>{isConnected ? "Connected" : "Not connected"}</p>
    </div>
    <form
      method="post"
      action={`/auth/${isConnected ? "unlink" : "link"}/demo`}
    >
      <HiddenFields />
      <button>{isConnected ? "Disconnect" : "Connect"}</button>
    </form>
  </div>
));

const HiddenFields = component$(() => (
  <>
    <input
      type="hidden"
      name="csrfToken"
      value={usePasskeys().value.csrfToken}
    />
    <input type="hidden" name="callbackUrl" value="/passkeys" />
  </>
));

function transportName(transports: readonly string[]): string {
  if (transports.includes("internal")) return "This device, or your phone";
  if (transports.includes("usb") || transports.includes("nfc")) {
    return "A security key";
  }
  return "A passkey";
}

export const head: DocumentHead = { title: "Ways to sign in" };
