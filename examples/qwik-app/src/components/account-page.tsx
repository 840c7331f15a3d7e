import { component$, Slot } from "@builder.io/qwik";
import { Link, useLocation } from "@builder.io/qwik-city";
import { accountLinks } from "./links.ts";

/** One of the pages about the person who is signed in. */
export const AccountPage = component$<{ hasTabs: boolean }>(({ hasTabs }) => {
  const { pathname } = useLocation().url;
  return (
    <div class="page">
      {hasTabs && (
        <nav aria-label="Account">
          {accountLinks.map(({ href, label }) => (
            // Lists are fetched on the click: prefetched data may be outdated.
            <Link
              key={href}
              href={href}
              prefetch="js"
              aria-current={pathname.startsWith(href) ? "page" : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
      )}
      <Slot />
    </div>
  );
});
