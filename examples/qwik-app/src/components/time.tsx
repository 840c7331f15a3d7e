/** A time, formatted the same on the server and in every browser. */
export function Time({ of }: { of: Date | string }) {
  const date = new Date(of);
  const text = date.toLocaleString("en-GB", {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return <time dateTime={date.toISOString()}>{`${text} UTC`}</time>;
}
