import { component$, Slot } from "@builder.io/qwik";
import { Form, Link, useLocation } from "@builder.io/qwik-city";
import { displayName, initials } from "~/components/names.ts";
import { useSessionRefresh } from "@latchkey/auth/component";
import { useSession, useSignOut } from "./plugin@auth.ts";

const links = [
  { href: "/", label: "Home" },
  { href: "/protected", label: "Protected" },
  { href: "/members", label: "Members" },
];

export default component$(() => {
  const { url } = useLocation();
  useSessionRefresh();
  const isHere = (href: string) =>
    href === "/" ? url.pathname === href : url.pathname.startsWith(href);
  return (
    <>
      <a class="skip" href="#content">Skip to content</a>
      <header>
        <Link class="brand" href="/">
          <img src="/favicon.svg" alt="" width={28} height={28} />
          Latchkey example
        </Link>
        <nav aria-label="Main">
          {links.map(({ href, label }) => (
            <Link
              key={href}
              href={href}
              // Data of guarded pages is fetched when it is asked for, not before.
              prefetch="js"
              aria-current={isHere(href) ? "page" : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
        <AccountArea />
      </header>
      <main id="content">
        <Slot />
      </main>
    </>
  );
});

const AccountArea = component$(() => {
  const session = useSession();
  const signOut = useSignOut();
  if (!session.value?.user) return <p class="account">Not signed in</p>;
  const name = displayName(session.value);
  return (
    <Form class="account" action={signOut}>
      <Link href="/profile" prefetch="js">
        <span class="avatar" aria-hidden="true">{initials(name)}</span>
        {name}
      </Link>
      <input type="hidden" name="redirectTo" value="/" />
      <button type="submit" class="quiet">Sign out</button>
    </Form>
  );
});
