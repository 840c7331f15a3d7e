import { component$ } from "@builder.io/qwik";
import { type DocumentHead, Form, Link } from "@builder.io/qwik-city";
import { displayName } from "~/components/names.ts";
import { useSession, useSignIn } from "./plugin@auth.ts";

const tiles = [
  { href: "/profile", label: "Profile", text: "What this site knows of you" },
  { href: "/protected", label: "Protected", text: "One page behind a guard" },
  {
    href: "/members",
    label: "Members",
    text: "A layout with a guard for all below",
  },
];

export default component$(() => {
  const session = useSession();
  return session.value?.user
    ? <Welcome name={displayName(session.value)} />
    : <SignIn />;
});

const SignIn = component$(() => {
  const signIn = useSignIn();
  const { formErrors = [], fieldErrors } = signIn.value ?? {};
  const errors = [...formErrors, ...fieldErrors?.providerId ?? []];
  return (
    <section class="card hero">
      <h1>Hello, stranger</h1>
      <p>This page is for everybody. The others want to know who you are.</p>
      <Form action={signIn}>
        <input type="hidden" name="providerId" value="demo" />
        <input type="hidden" name="redirectTo" value="/" />
        <button type="submit">Sign in with Demo Provider</button>
        {errors.map((message) => <p key={message} role="alert">{message}</p>)}
      </Form>
    </section>
  );
});

const Welcome = component$<{ name: string }>(({ name }) => (
  <>
    <section class="card hero">
      <h1>Hello, {name}</h1>
      <p>You are signed in. Every door on this site is open.</p>
    </section>
    <ul class="tiles">
      {tiles.map(({ href, label, text }) => (
        <li key={href}>
          <Link class="card" href={href} prefetch="js">
            <strong>{label}</strong>
            <span>{text}</span>
          </Link>
        </li>
      ))}
    </ul>
  </>
));

export const head: DocumentHead = { title: "Welcome" };
