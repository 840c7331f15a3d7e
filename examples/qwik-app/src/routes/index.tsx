import { component$ } from "@builder.io/qwik";
import { type DocumentHead, Link, routeLoader$ } from "@builder.io/qwik-city";
import { Icon } from "~/components/icon.tsx";
import { displayName } from "~/components/names.ts";
import { PasswordForm } from "~/components/password-form.tsx";
import { ProviderForm } from "~/components/provider-form.tsx";
import { type Way, ways } from "~/server/ways.ts";
import { useSite } from "./layout.tsx";
import { useSession } from "./plugin@auth.ts";

export const useWays = routeLoader$(() => ways);

const ideas = [
  {
    href: "/protected?from=home",
    name: "Open a protected page",
    text: "Try it signed out, too: you’ll come back to it, query and all.",
  },
  {
    href: "/members",
    name: "Enter the members’ area",
    text: "A layout with a guard for every page below it.",
  },
  {
    href: "/address",
    name: "Change your delivery address",
    text: "It takes a sign-in of the last five minutes.",
  },
];

/** With a database only. */
const moreIdeas = [
  {
    href: "/passkeys",
    name: "Add a passkey",
    text: "Next time, your fingerprint, face or screen lock is enough.",
  },
  {
    href: "/sessions",
    name: "Sign in on another device",
    text: "Then end that session from here.",
  },
];

export default component$(() => {
  const { value: session } = useSession();
  return (
    <div class="page two">
      {session?.user
        ? <Welcome name={displayName(session)} email={session.user.email} />
        : <SignIn />}
    </div>
  );
});

const SignIn = component$(() => {
  const { value: site } = useSite();
  const { value: ways } = useWays();
  return (
    <>
      <div class="intro">
        <hgroup>
          <h1>It works. Now sign in.</h1>
          <p>
            This page is for everyone. Sign in, and the rest of the app opens,
            too.
          </p>
        </hgroup>
        <ProviderForm />
        {site.hasPasswords && <p class="or">or</p>}
        {site.hasPasswords && <PasswordForm />}
        {site.hasMoreWays && (
          <p>
            <a href="/auth/signin?callbackUrl=/">More ways to sign in</a>
          </p>
        )}
      </div>
      <section class="card">
        <h2>Ways to sign in</h2>
        <ul class="rows">
          {ways.map((way) => <WayItem key={way.name} {...way} />)}
        </ul>
      </section>
    </>
  );
});

const WayItem = component$<Way>(({ name, text, missing, inbox }) => (
  <li class="row">
    <span class={["disc", missing ? "soft" : "ok"]}>
      <Icon name={missing ? "off" : "on"} />
    </span>
    <div>
      <b>{name}</b> {missing
        ? <span class="badge">Off</span>
        : <span class="aloud">is on</span>}
      <p>
        {missing ? `Set ${missing} to turn it on.` : text}{" "}
        {!missing && inbox && <a href={inbox}>Open the inbox</a>}
      </p>
    </div>
  </li>
));

const Welcome = component$<{ name: string; email?: string | null }>(
  ({ name, email }) => {
    const { value: site } = useSite();
    const all = site.keepsSessions ? [...ideas, ...moreIdeas] : ideas;
    return (
      <>
        <div class="intro">
          <hgroup>
            <h1>
              Hello, <bdi>{name}</bdi>
            </h1>
            {email
              ? (
                <p>
                  You’re signed in as{" "}
                  <b>
                    <bdi>{email}</bdi>
                  </b>.
                </p>
              )
              : <p>You’re signed in.</p>}
          </hgroup>
          <div class="ways">
            <Link class="b main" href="/profile" prefetch="js">
              Open your account
            </Link>
          </div>
        </div>
        <section class="card">
          <h2>Try next</h2>
          <ul class="rows">
            {all.map(({ href, name, text }) => (
              <li key={href}>
                <Link class="row" href={href} prefetch="js">
                  <div>
                    <b>{name}</b>
                    <p>{text}</p>
                  </div>
                  <Icon name="go" />
                </Link>
              </li>
            ))}
          </ul>
          {!site.keepsSessions && (
            <p class="hint">
              Set <code>DATABASE=sqlite</code>{" "}
              to try passkeys, and to see where you’re signed in.
            </p>
          )}
        </section>
      </>
    );
  },
);

export const head: DocumentHead = { title: "Welcome" };
