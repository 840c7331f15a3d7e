import { component$, Slot } from "@builder.io/qwik";
import { Form, Link, routeLoader$, useLocation } from "@builder.io/qwik-city";
import { useSessionRefresh } from "@latchkey/auth/component";
import { displayName, initials } from "~/components/names.ts";
import { site } from "~/server/auth.ts";
import { useSession, useSignOut } from "./plugin@auth.ts";

/** What this site offers: only the server knows its environment. */
export const useSite = routeLoader$(() => site);

const links = [
  { href: "/", label: "Home" },
  { href: "/protected", label: "Protected" },
  { href: "/members", label: "Members" },
];

/** With a database only. */
const moreLinks = [
  { href: "/sessions", label: "Sessions" },
  { href: "/passkeys", label: "Passkeys" },
];

export default component$(() => {
  const { url } = useLocation();
  const { value: site } = useSite();
  const all = site.keepsSessions ? [...links, ...moreLinks] : links;
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
          {all.map(({ href, label }) => (
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
