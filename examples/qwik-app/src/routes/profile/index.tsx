import { component$ } from "@builder.io/qwik";
import type { DocumentHead } from "@builder.io/qwik-city";
import { requireSession } from "@latchkey/auth/component";
import { Time } from "~/components/time.tsx";
import { useSession } from "../plugin@auth.ts";

/**
 * Visitors without a session are sent to this site's sign-in page, not the
 * built-in one.
 */
export const onRequest = requireSession({ redirectTo: "/login" });

export default component$(() => {
  const { value: session } = useSession();
  return (
    <section class="card">
      <h1>Profile</h1>
      <p>These are the fields of the session, as the server reads them.</p>
      <dl>
        <Field label="Name" value={session?.user?.name} />
        <Field label="Email" value={session?.user?.email} />
        <Field label="Image" value={session?.user?.image} />
        <div>
          <dt>Session ends</dt>
          <dd>{session && <Time of={session.expires} />}</dd>
        </div>
      </dl>
      <details>
        <summary>As JSON</summary>
        <pre tabIndex={0} aria-label="Session as JSON">
          {JSON.stringify(session, null, 2)}
        </pre>
      </details>
    </section>
  );
});

const Field = component$<{ label: string; value: string | null | undefined }>(
  ({ label, value }) => (
    <div>
      <dt>{label}</dt>
      <dd>{value || <span class="none">none</span>}</dd>
    </div>
  ),
);

export const head: DocumentHead = { title: "Profile" };
