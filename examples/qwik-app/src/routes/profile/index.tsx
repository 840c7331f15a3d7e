import { component$ } from "@builder.io/qwik";
import { type DocumentHead, Form } from "@builder.io/qwik-city";
import { requireSession } from "@latchkey/auth/component";
import { AccountPage } from "~/components/account-page.tsx";
import { Icon } from "~/components/icon.tsx";
import { providerName } from "~/components/names.ts";
import { Time } from "~/components/time.tsx";
import { useSite } from "../layout.tsx";
import { useSession, useSignOut } from "../plugin@auth.ts";

/**
 * Visitors without a session are sent to this site's sign-in page, not the
 * built-in one.
 */
export const onRequest = requireSession({ redirectTo: "/login" });

export default component$(() => {
  const { value: session } = useSession();
  const { value: site } = useSite();
  return (
    <AccountPage hasTabs={site.keepsSessions}>
      <section class="card">
        <hgroup>
          <h1>Your profile</h1>
          <p>This is all that the app knows about you.</p>
        </hgroup>
        <dl>
          <Field label="Name" value={session?.user?.name} />
          <Field label="Email" value={session?.user?.email} />
          <Field label="Picture" value={session?.user?.image} />
          <div>
            <dt>Session ends</dt>
            <dd>{session && <Time of={session.expires} />}</dd>
          </div>
        </dl>
        <details>
          <summary>The session as JSON</summary>
          <pre tabIndex={0} aria-label="Session as JSON">
          {JSON.stringify(session, null, 2)}
          </pre>
        </details>
        {session?.authentication && <SignOutAtProvider />}
      </section>
    </AccountPage>
  );
});

/**
 * Ends the session at the provider, too. Only a session that began there has
 * `authentication`.
 */
const SignOutAtProvider = component$(() => {
  const signOut = useSignOut();
  return (
    <section>
      <h2>Signing out</h2>
      <div class="rows">
        <div class="row">
          <span class="disc">
            <Icon name="site" />
          </span>
          <div>
            <b>You’re signed in at {providerName}, too</b>
            <p>“Sign out” leaves you signed in there.</p>
          </div>
          <Form action={signOut}>
            <input type="hidden" name="redirectTo" value="/" />
            <input type="hidden" name="federated" value="true" />
            <button aria-busy={signOut.isRunning}>
              Sign out at {providerName}, too
            </button>
          </Form>
        </div>
      </div>
    </section>
  );
});

const Field = component$<{ label: string; value: string | null | undefined }>(
  ({ label, value }) => (
    <div>
      <dt>{label}</dt>
      <dd>{value ? <bdi>{value}</bdi> : <span class="soft">Not set</span>}</dd>
    </div>
  ),
);

export const head: DocumentHead = { title: "Profile" };
