/**
 * Writes a duration in words, such as "10 minutes", "1 hour 30 minutes" or
 * "دقيقتان". Digits are 0 to 9 in every language, as in the codes.
 */
export function toDuration(minutes: number, tag: string): string {
  const units = [
    ["hour", Math.floor(minutes / 60)],
    ["minute", minutes % 60],
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
