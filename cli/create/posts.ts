/** The providers that answer by `form_post`, and the origin of their form. */
export const POSTS: Readonly<Record<string, string>> = {
  apple: "https://appleid.apple.com",
};

/** Returns the origins whose forms the callbacks of these providers get. */
export function listPostOrigins(providers: readonly string[]): string[] {
  return providers.flatMap((id) => POSTS[id] ?? []);
}
