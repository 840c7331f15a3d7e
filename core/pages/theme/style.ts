/**
 * The style sheet of the built-in pages, after the theme's tokens: light and
 * dark, right to left, 320 px and wider, no external resources. Its comments
 * and line breaks are not sent.
 */
export const CSS: string = String.raw`
*{box-sizing:border-box;margin:0}
[hidden]{display:none!important}
main,form,.col,.field,.disc,.wait{display:grid}
/* The page: a column whose top stays where it is from one step to the next */
body{max-width:28rem;margin:auto;padding:min(11vh,8rem) 1rem 2rem;background:var(--bg);color:var(--ink);font:.9375rem/1.6 system-ui,sans-serif;font-variant:tabular-nums;overflow-wrap:anywhere}
main{gap:1.5rem;margin:1.5rem 0;padding:2.5rem;box-shadow:0 8px 32px -12px #0002}
header,h1{font-weight:600}
header{font-size:1.05rem}
h1{font-size:1.5rem}
/* Letters that are joined stay joined */
[dir=ltr] h1{letter-spacing:-.02em}
h1~p{margin-top:.5rem}
/* Marks */
svg,img,.disc{flex:none;width:1.25rem;height:1.25rem;object-fit:contain}
.logo{width:auto;height:2rem;max-width:12rem}
.i{fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.disc,.wait{place-items:center}
.disc{width:2.75rem;height:2.75rem;border-radius:50%}
p.disc{margin:0 auto 1rem}
/* A field, a button and a box have one height and one corner */
form,.col{gap:.625rem}
form:has(label){gap:1rem}
button,.b,input,.box,.note,main,.last{border:1px solid var(--line);border-radius:var(--radius);background:var(--card)}
main,.last{border-radius:1rem}
button,.b,input,.box,.note{min-height:2.75rem;padding:.5rem .875rem;color:inherit;font:inherit}
div{grid-column:1/-1}
input{width:100%;border-color:var(--edge);font-size:1rem;outline-offset:-1px!important}
[dir=rtl] input{text-align:right}
[aria-invalid]{border-color:var(--bad)}
/* Rows: the name of the application, buttons, boxes, the word between two ways */
header a,button,.b,.box,.note,.or,.more{display:flex;align-items:center;gap:.75rem}
header a,button,.b,hgroup,.more{justify-content:center;text-align:center;text-wrap:balance}
a,.b{color:inherit;text-decoration:none}
header,h1,button,.b,input{line-height:1.2}
button,.b,.field{position:relative}
button,.b{box-shadow:0 1px 2px #0001;cursor:pointer}
:is(button,.b):hover{background:var(--bg)}
.main{border-color:#0002;background:var(--key);color:var(--on)}
.main:hover{background:var(--key-2)}
.ways button{padding:.1rem 2.75rem}
.ways svg,.mark,.last,.eye{position:absolute;inset-inline-start:.875rem}
.grid{grid:auto-flow 1fr/repeat(auto-fit,minmax(min(8.25rem,100%),1fr))}
.grid button{justify-content:start;padding-inline-end:.5rem;text-align:start}
.last{top:-.75rem;inset-inline:auto .75rem;padding:0 .5rem}
.field{gap:.375rem}
.or:before,.or:after{content:"";flex:1;border-top:1px solid var(--line)}
.note{border-color:#0000;align-items:start}
.eye{bottom:0;inset-inline:auto 0;border:0;background:0;box-shadow:none}
:has(.eye)>input{padding-inline-end:3rem}
[aria-busy]{cursor:progress;opacity:.6}
.disc,.note{background:color-mix(in srgb,currentColor 7%,#0000)}
code{user-select:all;font:1rem ui-monospace,monospace}
/* Ways out */
.more{flex-wrap:wrap;gap:.25rem 1.25rem}
.link{all:unset}
main a,.link{text-decoration:underline var(--edge);text-underline-offset:.2em;cursor:pointer}
a:hover{text-decoration:underline}
.field,.box,.note,.more{font-size:.875rem}
.or,.last,small{font-size:.8rem}
.code{font-size:1.5rem;letter-spacing:.3em}
::placeholder,small,h1~p,.box,.last,.or,.more,.eye{color:var(--soft);opacity:1}
[aria-pressed=true]{color:var(--ring)}
b,code{color:var(--ink)}
.bad{color:var(--bad)}
.ok{color:var(--ok)}
b,code,label,button,.b,.disc{font-weight:500}
/* Waiting, counted without a script; the page says how long */
@property --s{syntax:"<integer>";inherits:false;initial-value:0}
@keyframes w{0%,to{visibility:hidden}}
@keyframes s{to{--s:0}}
.wait>*{grid-area:1/1;animation:w var(--t)}
.wait>span{animation:w 0s var(--t) forwards,s var(--t) linear;counter-reset:s var(--s)}
.wait bdi:after{content:counter(s)}
:focus-visible{outline:2px solid var(--ring);outline-offset:2px}
@media(max-width:30rem){
body{padding:2rem 1.25rem;background:var(--card)}
main{padding:0;border:0;box-shadow:none}
}
`.replace(/^\/\*.*|\n/gm, "");

/** The style of a page on which visitors wait. It is in front of the style sheet. */
export function toWaitStyle(seconds: number): string {
  return `.wait *{--t:${seconds}s;--s:${seconds}}`;
}
