/**
 * The style sheet of the built-in pages, after the theme's tokens: light and
 * dark, right to left, 320 px and wider, no external resources. Its comments
 * and line breaks are not sent.
 */
export const CSS: string = String.raw`
*{box-sizing:border-box;margin:0}
[hidden]{display:none!important}
main,form,.col,.disc,.wait{display:grid}
/* The page: a column whose top stays where it is from one step to the next */
body{max-width:28rem;margin:auto;padding:min(11vh,8rem) 1rem 2rem;background:var(--bg);color:var(--ink);font:.9375rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
main{gap:1.5rem;text-wrap:pretty;margin:1.5rem 0;padding:2.5rem;box-shadow:0 8px 32px -12px #0002}
main,.last{border:1px solid var(--line);border-radius:1rem;background:var(--card)}
h1{font-size:1.5rem;font-weight:600;letter-spacing:-.02em}
[dir=rtl] h1{letter-spacing:0}
h1~p{margin-top:.5rem}
/* Marks */
svg{flex:none;width:1.25rem;height:1.25rem}
.logo{width:auto;height:2rem;max-width:12rem}
.mark{width:1.25rem;height:1.25rem;object-fit:contain}
.i{fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
[dir=rtl] .turn{transform:scaleX(-1)}
.disc,.wait{place-items:center}
.disc{flex:none;width:2.75rem;height:2.75rem;border-radius:50%}
hgroup .disc{margin:0 auto 1rem}
/* A field, a button and a box have one height and one corner */
form,.col{gap:.625rem}
form:has(label){gap:1rem}
button,.b,input,.box,.note{min-height:2.75rem;padding:.5rem .875rem;border:1px solid var(--line);border-radius:var(--radius);background:var(--card);color:inherit;font:inherit}
.wide{grid-column:1/-1}
input{order:1;width:100%;border-color:var(--edge);font-size:1rem}
[dir=rtl] input{text-align:right}
::placeholder{color:var(--soft);opacity:1}
[aria-invalid]{border-color:var(--bad)}
.code{font-size:1.375rem;letter-spacing:.3em;direction:ltr}
/* Rows: the name of the application, buttons, boxes, the word between two ways */
header a,button,.b,.box,.note,.or,.more,.field{display:flex;align-items:center;gap:.75rem}
header a,.more,button,.b{justify-content:center}
a{color:inherit;text-decoration:none}
header{font-size:1.05rem;font-weight:600}
header,h1,button,.b,input{line-height:1.2}
button,.b,hgroup,.more{text-align:center;text-wrap:balance}
button,.b{position:relative;box-shadow:0 1px 2px #0001;cursor:pointer}
:is(button,.b):hover{background:var(--bg)}
.main{border-color:#0002;background:var(--key);color:var(--on)}
.main:hover{background:var(--key-2)}
.ways button{padding-inline:2.75rem}
.ways svg{position:absolute;inset-inline-start:.875rem}
.grid{grid-template-columns:repeat(auto-fit,minmax(min(8.25rem,100%),1fr))}
.grid button{justify-content:start;padding-inline-end:.5rem;text-align:start}
.last{position:absolute;top:-.75rem;inset-inline-end:.75rem;padding:0 .5rem}
.field{position:relative;justify-content:space-between;gap:.375rem 1rem}
.or::before,.or::after{content:"";flex:1;border-top:1px solid var(--line)}
.note{border-color:#0000;align-items:start}
.eye{position:absolute;bottom:0;inset-inline-end:0;order:2;border:0;background:0 0;box-shadow:none;color:var(--soft)}
.eye[aria-pressed=true]{color:var(--ring)}
.field:has(.eye) input{padding-inline-end:3rem}
[aria-busy]{cursor:progress;opacity:.6}
.disc,.note{background:color-mix(in srgb,currentColor 7%,#0000)}
code{margin-inline-start:auto;user-select:all;font:1rem ui-monospace,monospace}
/* Ways out */
.more,.field{flex-wrap:wrap}
.more{gap:.25rem 1.25rem}
.link{all:unset}
main a:not(.b),.link{text-decoration:underline var(--edge);text-underline-offset:.2em;cursor:pointer}
a:hover{text-decoration:underline}
.field,.box,.note,.more{font-size:.875rem}
.or,.last{font-size:.8rem}
.box.code{justify-content:center;font-size:1.75rem}
h1~p,.box,.last,.or,.more,.field a{color:var(--soft)}
b,code{color:var(--ink)}
.bad{color:var(--bad)}
.ok{color:var(--ok)}
b,code,label,button,.b,.disc{font-weight:500}
/* A minute of waiting, counted without a script */
@property --s{syntax:"<integer>";inherits:false;initial-value:60}
@keyframes wait{to,from{visibility:hidden}}
@keyframes count{from{visibility:visible}to{--s:0;visibility:visible}}
.wait>*{grid-area:1/1;animation:wait 60s}
.wait>span{visibility:hidden;animation:count 60s linear;counter-reset:s var(--s)}
.wait bdi::after{content:counter(s)}
.wait,.code{font-variant-numeric:tabular-nums}
:focus-visible{outline:2px solid var(--ring);outline-offset:2px}
input:focus-visible{outline-offset:-1px}
@media (prefers-color-scheme:dark){.dim{fill:currentColor}}
@media (max-width:30rem){
body{padding:2rem 1.25rem;background:var(--card)}
main{padding:0;border:0;box-shadow:none}
}
`.replace(/^\/\*.*|\n/gm, "");
