export const links = [
  { href: "/", label: "Home" },
  { href: "/protected", label: "Protected" },
  { href: "/members", label: "Members" },
  { href: "/profile", label: "Account" },
];

/** The pages of the account; the last two need a database. */
export const accountLinks = [
  { href: "/profile", label: "Profile" },
  { href: "/sessions", label: "Sessions" },
  { href: "/passkeys", label: "Ways to sign in" },
];

/** Whether a link of the header leads to the page, or to its section. */
export function isHere(href: string, pathname: string): boolean {
  if (href === "/") return pathname === href;
  const all = href === "/profile" ? accountLinks : [{ href }];
  return all.some((link) => pathname.startsWith(link.href));
}
