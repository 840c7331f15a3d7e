/** Minutes. */
const TWO_DAYS = 2880;

/**
 * Writes a duration in words, such as "10 minutes", "1 hour 30 minutes", "7
 * days" or "دقيقتان". A day is 24 hours up to two of them. Digits are 0 to 9 in every language, as in the codes.
 */
export function toDuration(minutes: number, tag: string): string {
  const days = minutes < TWO_DAYS ? 0 : Math.floor(minutes / 1440);
  const rest = minutes - days * 1440;
  const units = [
    ["day", days],
    ["hour", Math.floor(rest / 60)],
    ["minute", rest % 60],
  ] as const;
  const parts = units.filter(([, value]) => value > 0).map(([unit, value]) =>
    new Intl.NumberFormat(`${tag}-u-nu-latn`, {
      style: "unit",
      unit,
      unitDisplay: "long",
    }).format(value)
  );
  return new Intl.ListFormat(tag, { type: "unit", style: "narrow" })
    .format(parts);
}
