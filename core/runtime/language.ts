/** The direction of a language's script. */
export function toDirection(tag: string): "ltr" | "rtl" {
  return tag === "ar" ? "rtl" : "ltr";
}

/**
 * Returns the available language that an Accept-Language header prefers (RFC
 * 9110 section 12.5.4); English if it names none of them.
 *
 * @param tags the available languages' codes (RFC 5646)
 */
export function findLanguage(
  header: string | null,
  tags: readonly string[],
): string {
  if (header === null) return "en";
  // Browsers name the preferred one first, and without a weight, which means 1.
  const [first = ""] = header.split(",", 1);
  const [own = ""] = first.toLowerCase().split("-", 1);
  if (!first.includes(";") && tags.includes(own)) return own;
  const wanted = header.slice(0, 500).split(",").map((part) => {
    const [tag = "", ...params] = part.trim().toLowerCase().split(";");
    const q = params.map((one) => /^\s*q=([\d.]{1,5})$/.exec(one)?.[1])
      .find((one) => one !== undefined);
    return { tag: tag.trim().split("-")[0] ?? "", q: Number(q ?? 1) };
  });
  const [best] = wanted
    .filter(({ tag, q }) => q > 0 && tags.includes(tag))
    .sort((a, b) => b.q - a.q);
  return best?.tag ?? "en";
}
