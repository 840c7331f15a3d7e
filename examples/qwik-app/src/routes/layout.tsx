import { component$, Slot } from "@builder.io/qwik";
import { Form, Link, routeLoader$, useLocation } from "@builder.io/qwik-city";
import { useSessionRefresh } from "@latchkey/auth/component";
import { isHere, links } from "~/components/links.ts";
import { displayName, initials } from "~/components/names.ts";
import { site } from "~/server/auth.ts";
import { useSession, useSignOut } from "./plugin@auth.ts";

/** The features of this site: only the server knows its environment. */
export const useSite = routeLoader$(({ platform }) => ({
  ...site,
  // The 404 page is generated at build time, for all visitors.
  isForEverybody: "static" in platform,
}));

export default component$(() => {
  const { url } = useLocation();
  useSessionRefresh();
  return (
    <>
      <a class="skip" href="#content">Skip to content</a>
      <header>
        <Link class="brand" href="/">
          <img src="/favicon.svg" alt="" width={28} height={28} />
          <span>Latchkey example</span>
        </Link>
        <nav aria-label="Main">
          {links.map(({ href, label }) => (
            <Link
              key={href}
              href={href}
              aria-current={isHere(href, url.pathname) ? "page" : undefined}
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
  const { url } = useLocation();
  if (site.isForEverybody) {
    return (
      <p class="account">
        <Link href="/profile">Your account</Link>
      </p>
    );
  }
  if (!session.value?.user) {
    const target = url.searchParams.get("callbackUrl") ??
      url.pathname + url.search;
    const query = new URLSearchParams({ callbackUrl: target });
    return (
      <p class="account">
        <a class="b" href={`/auth/signin?${query}`}>Sign in</a>
      </p>
    );
  }
  const name = displayName(session.value);
  return (
    <Form class="account" action={signOut}>
      <Link href="/profile" prefetch="js">
        <span class="disc" aria-hidden="true">{initials(name)}</span>
        <bdi>{name}</bdi>
      </Link>
      <input type="hidden" name="federated" value="false" />
      <button aria-busy={signOut.isRunning}>Sign out</button>
    </Form>
  );
});
