import { type Html, markup } from "../html.ts";

/** Wraps the shapes of an icon: outlines of 24 units, in the colour of the text. */
function icon(shapes: string): Html {
  const open = '<svg class="i" viewBox="0 0 24 24" aria-hidden="true">';
  return { html: `${open}${shapes}</svg>` };
}

/** The icons of the pages. Each only repeats what a text beside it says. */
export const icons = {
  mail: icon(
    '<rect x="3" y="5" width="18" height="14" rx="2"/><path d="m3.5 7 8.5 6 8.5-6"/>',
  ),
  device: icon(
    '<rect x="3" y="4" width="18" height="12.5" rx="2"/><path d="M8.5 20.5h7M12 16.5v4"/>',
  ),
  retry: icon('<path d="M20 11.5A8 8 0 1 0 18 17.3M20 5v6.5h-6.5"/>'),
  warning: icon(
    '<circle cx="12" cy="12" r="9"/><path d="M12 7.5V13m0 3.2v.1"/>',
  ),
  clock: icon('<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>'),
  shield: icon(
    '<path d="M12 3 5 5.5V11c0 4.5 3 7.8 7 10 4-2.2 7-5.5 7-10V5.5z"/><path d="m9 11.8 2.2 2.2 4-4.2"/>',
  ),
  check: icon('<path d="m5 12.5 4.5 4.5L19 7.5"/>'),
  lock: icon(
    '<rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>',
  ),
  passkey: icon(
    '<circle cx="8" cy="15.5" r="4.5"/><path d="m11.2 12.3 8.3-8.3m-3 3 3 3m-6.2.2 2 2"/>',
  ),
  eye: icon(
    '<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z"/><circle cx="12" cy="12" r="3"/>',
  ),
} as const;

/** An icon in a circle, above a title. */
export function disc(shape: Html, tone: "" | "bad" | "ok" = ""): Html {
  return markup`<p class="${`disc ${tone}`.trim()}">${shape}</p>
`;
}
