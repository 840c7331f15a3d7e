import type { Theme } from "../config/config.ts";

const DARK =
  "--bg:#101216;--card:#191c22;--ink:#eceff3;--soft:#a0a9b6;--line:#333a45;--key:#7aa2ff;--on-key:#0b1220;--warn-bg:#33260f;--warn:#ffcf8a";

/** The style sheet of the built-in pages: light and dark, no external resources. */
export const CSS: string = `
:root{color-scheme:light dark;--bg:#f4f5f7;--card:#fff;--ink:#1a1d21;--soft:#5b6470;--line:#d9dde3;--key:#1f5eff;--on-key:#fff;--warn-bg:#fff4e5;--warn:#7a4100}
@media (prefers-color-scheme:dark){.auto{${DARK}}}
.light{color-scheme:light}
.dark{color-scheme:dark;${DARK}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;background:var(--bg);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:23rem;background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:2rem;box-shadow:0 1px 2px #0000000d,0 8px 24px #0000000d}
.logo{display:block;max-width:100%;max-height:3rem;margin:0 0 1.25rem}
h1{margin:0 0 1.25rem;font-size:1.35rem;line-height:1.25}
p{margin:0 0 1.25rem;color:var(--soft)}
p:last-child{margin-bottom:0}
ul{margin:-.75rem 0 1.25rem;padding-left:1.25rem;color:var(--soft)}
[role=alert]{background:var(--warn-bg);color:var(--warn);border-radius:.6rem;padding:.75rem 1rem}
[hidden]{display:none!important}
form+form,form+noscript+form{margin-top:.75rem}
form+form:has(label),form+noscript+form:has(label),form:has(label)+form{margin-top:1.25rem;padding-top:1.25rem;border-top:1px solid var(--line)}
form:has(label){display:grid;gap:.35rem}
form:has(label) button{margin-top:.9rem}
form:has(label) button+button{margin-top:.4rem}
form>[role=alert]{margin:.75rem 0 0}
form>[role=alert]:first-child{margin:0 0 .5rem}
label{font-weight:600}
label:not(:first-of-type){margin-top:.6rem}
input:not([type=hidden]){width:100%;padding:.65rem .75rem;border:1px solid var(--soft);border-radius:.6rem;background:transparent;color:inherit;font:inherit}
input[aria-invalid]{border-color:var(--warn)}
.code{font:600 1.35rem/1.3 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace!important;letter-spacing:.12em;text-align:center}
strong{color:var(--ink);overflow-wrap:anywhere}
form+.button,.note{margin-top:.75rem}
button,.button{display:block;width:100%;padding:.7rem 1rem;border:1px solid var(--line);border-radius:.6rem;background:transparent;color:inherit;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.main{background:var(--key);border-color:var(--key);color:var(--on-key)}
@supports (color:color-mix(in srgb,red,red)){.brand{border-color:color-mix(in srgb,var(--brand) 60%,var(--soft));background:color-mix(in srgb,var(--brand) 9%,var(--card));color:var(--ink)}}
.mark{width:1.5rem;height:1.5rem;margin:-.2rem .6rem -.2rem 0;padding:.125rem;border-radius:.35rem;background:#fff;object-fit:contain;vertical-align:middle}
.initials{display:inline-block;background:var(--brand);color:var(--on-brand);font-size:.7rem;line-height:1.25rem;text-align:center}
button:hover,.button:hover{filter:brightness(1.06);border-color:var(--key)}
:focus-visible{outline:3px solid var(--key);outline-offset:2px}
a{color:var(--key)}
code{font-size:.9em}
`;

/** The application's theme colours, validated as colours at start-up. */
export function toThemeCss({ brandColor, buttonText }: Theme): string {
  const rules = [
    brandColor === undefined ? "" : `--key:${brandColor}`,
    buttonText === undefined ? "" : `--on-key:${buttonText}`,
  ].filter(Boolean);
  return rules.length === 0 ? "" : `html:root{${rules.join(";")}}`;
}
