import { component$ } from "@builder.io/qwik";
import { type DocumentHead, Link } from "@builder.io/qwik-city";
import { displayName } from "~/components/names.ts";
import { PasswordForm } from "~/components/password-form.tsx";
import { ProviderForm } from "~/components/provider-form.tsx";
import { useSite } from "./layout.tsx";
import { useSession } from "./plugin@auth.ts";

const tiles = [
  { href: "/profile", label: "Profile", text: "What this site knows of you" },
  { href: "/protected", label: "Protected", text: "One page behind a guard" },
  {
    href: "/members",
    label: "Members",
    text: "A layout with a guard for all below",
  },
];

/** With a database only. */
const moreTiles = [
  { href: "/sessions", label: "Sessions", text: "Where you are signed in" },
  {
    href: "/passkeys",
    label: "Passkeys",
    text: "How you sign in without a password",
  },
];

export default component$(() => {
  const session = useSession();
  return session.value?.user
    ? <Welcome name={displayName(session.value)} />
    : <SignIn />;
});

const SignIn = component$(() => {
  const { value: site } = useSite();
  return (
    <section class="card hero">
      <h1>Hello, stranger</h1>
      <p>This page is for everybody. The others want to know who you are.</p>
      <ProviderForm />
      {site.hasPasswords && <p class="or">or</p>}
      {site.hasPasswords && <PasswordForm />}
      {site.hasMoreWays && (
        <p>
          <a href="/auth/signin?callbackUrl=/">More ways to sign in</a>
        </p>
      )}
    </section>
  );
});

const Welcome = component$<{ name: string }>(({ name }) => {
  const { value: site } = useSite();
  const all = site.keepsSessions ? [...tiles, ...moreTiles] : tiles;
  return (
    <>
      <section class="card hero">
        <h1>Hello, {name}</h1>
        <p>You are signed in. Every door on this site is open.</p>
      </section>
      <ul class="tiles">
        {all.map(({ href, label, text }) => (
          <li key={href}>
            <Link class="card" href={href} prefetch="js">
              <strong>{label}</strong>
              <span>{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
});

export const head: DocumentHead = { title: "Welcome" };
