import { component$ } from "@builder.io/qwik";
import {
  type DocumentHead,
  Form,
  routeAction$,
  routeLoader$,
} from "@builder.io/qwik-city";
import type { SessionInfo } from "@latchkey/auth";
import { requireSession } from "@latchkey/auth/component";
import { AccountPage } from "~/components/account-page.tsx";
import { deviceName } from "~/components/devices.ts";
import { Icon } from "~/components/icon.tsx";
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
  const isOnly = sessions.value.every(({ current }) => current);
  return (
    <AccountPage hasTabs>
      <section class="card">
        <hgroup>
          <h1>Where you’re signed in</h1>
          <p>If you don’t recognize a session, end it.</p>
        </hgroup>
        <ul class="rows">
          {sessions.value.map((session) => (
            <Item key={session.id} session={session} />
          ))}
        </ul>
        {isOnly
          ? (
            <p class="hint">
              You’re signed in here only. Sign in with another browser, and you
              can end that session from this page.
            </p>
          )
          : <EndForm id="others" label="End all other sessions" />}
      </section>
    </AccountPage>
  );
});

const Item = component$<{ session: SessionInfo }>(({ session }) => {
  const { id, current, createdAt, lastSeenAt, userAgent } = session;
  const device = deviceName(userAgent);
  return (
    <li class="row">
      <span class="disc">
        <Icon name="device" />
      </span>
      <div>
        <b>{device}</b> {current && <span class="badge">This browser</span>}
        <p>
          Signed in <Moment of={createdAt} />, last seen{" "}
          <Moment of={lastSeenAt} />
        </p>
      </div>
      {!current && <EndForm id={id} label="End session" which={device} />}
    </li>
  );
});

const EndForm = component$<{ id: string; label: string; which?: string }>(
  ({ id, label, which }) => {
    const end = useEnd();
    return (
      <Form action={end} class="ways">
        <input type="hidden" name="id" value={id} />
        <button aria-busy={end.isRunning}>
          {label}
          {which && <span class="aloud">: {which}</span>}
        </button>
      </Form>
    );
  },
);

/** Shows a time that the database may not have. */
function Moment({ of }: { of: Date | null }) {
  return of === null ? <>at an unknown time</> : <Time of={of} />;
}

export const head: DocumentHead = { title: "Sessions" };
