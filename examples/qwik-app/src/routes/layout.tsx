import { component$, Slot } from "@builder.io/qwik";
import { Form, Link, routeLoader$, useLocation } from "@builder.io/qwik-city";
import { useSessionRefresh } from "@latchkey/auth/component";
import { displayName, initials } from "~/components/names.ts";
import { site } from "~/server/auth.ts";
import { useSession, useSignOut } from "./plugin@auth.ts";

/** The features of this site: only the server knows its environment. */
export const useSite = routeLoader$(({ platform }) => ({
  ...site,
  // The 404 page is generated at build time, for all visitors.
  isForEverybody: "static" in platform,
}));

interface NavLink {
  href: string;
  label: string;
  prefetch?: "js";
}

const links: NavLink[] = [
  { href: "/", label: "Home" },
  { href: "/protected", label: "Protected" },
  { href: "/members", label: "Members" },
  { href: "/profile", label: "Profile" },
];

/** With a database only. */
const moreLinks: NavLink[] = [
  // Their lists are fetched on the click: prefetched data may be outdated.
  { href: "/sessions", label: "Sessions", prefetch: "js" },
  { href: "/passkeys", label: "Passkeys", prefetch: "js" },
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
          {all.map(({ href, label, prefetch }) => (
            <Link
              key={href}
              href={href}
              prefetch={prefetch}
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
  const { value: site } = useSite();
  if (site.isForEverybody) {
    return (
      <p class="account">
        <Link href="/profile">Your account</Link>
      </p>
    );
  }
  if (!session.value?.user) return <p class="account">Not signed in</p>;
  const name = displayName(session.value);
  return (
    <Form class="account" action={signOut}>
      <Link href="/profile" prefetch="js">
        <span class="avatar" aria-hidden="true">{initials(name)}</span>
        {name}
      </Link>
      <button type="submit" class="quiet">Sign out</button>
    </Form>
  );
});
