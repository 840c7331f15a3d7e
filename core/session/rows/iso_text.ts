import { sharedDay } from "../../storage/process_cache.ts";

const DAY = 86_400_000;

/**
 * Formats a moment in ISO 8601, as `Date` does. The date of each day is
 * computed once: that is most of the work, and every session read needs it.
 *
 * @param milliseconds since the epoch
 */
export function toIsoText(milliseconds: number): string {
  const whole = Math.trunc(milliseconds);
  const day = Math.floor(whole / DAY);
  const date = sharedDay(day, toDateText);
  const rest = whole - day * DAY;
  const seconds = Math.floor(rest / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = pad(Math.floor(minutes / 60));
  const fraction = String(rest % 1000).padStart(3, "0");
  return `${date}T${hours}:${pad(minutes % 60)}:${
    pad(seconds % 60)
  }.${fraction}Z`;
}

function toDateText(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, -"T00:00:00.000Z".length);
}

function pad(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
}
