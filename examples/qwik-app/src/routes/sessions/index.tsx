import { component$ } from "@builder.io/qwik";
import {
  type DocumentHead,
  Form,
  routeAction$,
  routeLoader$,
} from "@builder.io/qwik-city";
import type { SessionInfo } from "@latchkey/auth";
import { requireSession } from "@latchkey/auth/component";
import { deviceName } from "~/components/devices.ts";
import { Time } from "~/components/time.tsx";
import { auth, requireDatabase } from "~/server/auth.ts";

export const onRequest = [requireDatabase, requireSession()];

export const useSessions = routeLoader$(({ request }) =>
  auth.listSessions(request)
);

export const useEnd = routeAction$(async ({ id }, { request }) => {
  // Only the current user's own sessions: the form's id is not trusted.
  const own = await auth.listSessions(request);
  const chosen = own.filter((one) =>
    id === "others" ? !one.current : one.id === id
  );
  for (const one of chosen) await auth.revoke({ session: one.id });
});

export default component$(() => {
  const sessions = useSessions();
  const hasOthers = sessions.value.some(({ current }) => !current);
  return (
    <section class="card">
      <h1>Your sessions</h1>
      <p>This is where you are signed in. End what you do not know.</p>
      <ul class="sessions">
        {sessions.value.map((session) => (
          <Item key={session.id} session={session} />
        ))}
      </ul>
      {hasOthers && <EndForm id="others" label="End all others" />}
    </section>
  );
});

const Item = component$<{ session: SessionInfo }>(({ session }) => {
  const { id, current, createdAt, lastSeenAt, userAgent } = session;
  return (
    <li>
      <div>
        <strong>{deviceName(userAgent)}</strong>
        {current && <span class="badge">This one</span>}
        <p>
          Signed in <Moment of={createdAt} />, last seen{" "}
          <Moment of={lastSeenAt} />
        </p>
      </div>
      {!current && <EndForm id={id} label="End" />}
    </li>
  );
});

const EndForm = component$<{ id: string; label: string }>(({ id, label }) => {
  const end = useEnd();
  return (
    <Form action={end}>
      <input type="hidden" name="id" value={id} />
      <button type="submit" class="quiet">{label}</button>
    </Form>
  );
});

/** Shows a time that the database may not have. */
function Moment({ of }: { of: Date | null }) {
  return of === null ? <>at an unknown time</> : <Time of={of} />;
}

export const head: DocumentHead = { title: "Your sessions" };
