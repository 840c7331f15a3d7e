const shapes = {
  on: "m5 12.5 4.5 4.5L19 7.5",
  off: "M7 12h10",
  go: "m9 6 6 6-6 6",
  key:
    "M3.5 15.5a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0m7.7-3.2 8.3-8.3m-3 3 3 3m-6.2.2 2 2",
  device:
    "M5 4.5h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2m4 15.5h6",
  site:
    "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18",
  find: "M4.5 11a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M16 16l4 4",
};

/** A small picture; what points is flipped where text runs to the left. */
export function Icon({ name }: { name: keyof typeof shapes }) {
  return (
    <svg
      class={name === "go" ? "turn" : undefined}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
