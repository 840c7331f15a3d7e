const browsers = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;

const systems = [
  ["iPhone", "an iPhone"],
  ["iPad", "an iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["Mac OS X", "a Mac"],
  ["Linux", "Linux"],
] as const;

/** Returns a short device name, good enough to recognise it. */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return "An unknown device";
  const find = (names: typeof browsers | typeof systems) =>
    names.find(([mark]) => userAgent.includes(mark))?.[1];
  const browser = find(browsers) ?? "A program";
  const system = find(systems);
  return system === undefined ? browser : `${browser} on ${system}`;
}
