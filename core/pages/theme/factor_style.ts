import { CHECK_CSS } from "./check_style.ts";

/** What the pages about second factors have besides the style sheet of all pages. */
export const FACTOR_CSS: string = CHECK_CSS + String.raw`
h2{font-size:1rem;font-weight:600}
.row{display:flex;align-items:center;gap:.75rem}
.row{justify-content:space-between}
.row>div{grid-column:auto}
.row>form{flex:none}
.qr{justify-self:center;width:12rem;height:12rem;border-radius:var(--radius)}
.box.col{display:grid;gap:.25rem;justify-items:start}
.box code{text-wrap:balance}
.codes{justify-content:center}
`.replace(/\n/g, "");

/** The pages that have it. */
export const FACTOR_PAGES: readonly string[] = [
  "secondFactor",
  "enrolFactor",
  "recoveryCodes",
  "factors",
];
