/**
 * The style of the page at /docs. It is part of the page, whose Content-Security-Policy names its hash: the page is one
 * request, and nothing else may style it. Red on near-black, like a darkroom's safelight.
 */
export const DOCS_STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fdfbf9, #131010);
  --raised: light-dark(#f5f0eb, #1d1817);
  --ink: light-dark(#211b18, #ece4dd);
  --soft: light-dark(#665b54, #a99d94);
  --line: light-dark(#e6ddd5, #332b28);
  --light: light-dark(#ad2a12, #ff7a5c);
  --glow: light-dark(#fbe9e4, #33170f);
  --get: light-dark(#1d6b4a, #6fcf9f);
  --post: light-dark(#8a5200, #f0b35a);
  --patch: light-dark(#5a48a8, #b3a4ff);
  --delete: light-dark(#ad2a12, #ff7a5c);
  --panel: light-dark(#241d1b, #1d1817);
  --panel-line: light-dark(#241d1b, #332b28);
  --panel-ink: #ece4dd;
  --panel-soft: #a99d94;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Code', 'JetBrains Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  font: 16px/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif;
  scroll-padding-top: 1.5rem;
}
* { box-sizing: border-box; }
html { background: var(--paper); color: var(--ink); -webkit-text-size-adjust: 100%; }
body { margin: 0; overflow-wrap: break-word; }
a { color: inherit; text-decoration-color: var(--light); text-underline-offset: 0.2em; }
a:hover { color: var(--light); }
:focus-visible { outline: 2px solid var(--light); outline-offset: 2px; border-radius: 3px; }
code, pre { font-family: var(--mono); font-size: 0.86em; }
code { overflow-wrap: anywhere; }
p { margin: 0 0 0.9rem; }
h1, h2, h3, h4 { line-height: 1.25; margin: 0; text-wrap: balance; }
h1 { font-size: 2.5rem; letter-spacing: -0.025em; }
h2 { font-size: 1.6rem; letter-spacing: -0.015em; margin-bottom: 0.4rem; }
h3 { font-size: 1.2rem; margin-bottom: 0.45rem; }
h4 { font-size: 0.75rem; letter-spacing: 0.08em; text-transform: uppercase; color: var(--soft); margin: 1.6rem 0 0.3rem; }

.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: 0.5rem 1rem; z-index: 2; }
.side, .contents { font-size: 0.9rem; }
.side { display: none; }
.brand { display: flex; align-items: center; gap: 0.6rem; font-weight: 650; text-decoration: none; font-size: 1.05rem; }
.brand svg { width: 1.5rem; height: 1.5rem; flex: none; }
.brand small { color: var(--soft); font-weight: 400; font-size: 0.8rem; }
.contents { border-bottom: 1px solid var(--line); padding: 0.9rem 1.25rem; }
.contents summary { cursor: pointer; font-weight: 600; }
nav h2 { font-size: 0.72rem; letter-spacing: 0.08em; text-transform: uppercase; color: var(--soft); margin: 1.4rem 0 0.3rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: flex; gap: 0.6rem; align-items: baseline; padding: 0.22rem 0; text-decoration: none; }
nav .method { width: 2.9rem; }

main { padding: 2rem 1.25rem 5rem; max-width: 82rem; }
.lead { font-size: 1.15rem; color: var(--soft); margin: 0.5rem 0 1.6rem; }
.facts { display: flex; flex-wrap: wrap; gap: 0.4rem 1.6rem; margin: 0 0 1.6rem; font-size: 0.9rem; color: var(--soft); }
.prose { max-width: 44rem; }
section.group { margin-top: 4rem; }
section.group > h2 + p { color: var(--soft); max-width: 44rem; }
article { border-top: 1px solid var(--line); padding: 2rem 0 1.2rem; }
article:target h3, .field:target code:first-child, tr:target td:first-child code { color: var(--light); }
.route { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.4rem 0.7rem; margin: 0 0 0.8rem; }
.route > code { font-size: 0.92rem; }
.method { font: 700 0.7rem/1 var(--mono); letter-spacing: 0.02em; text-transform: uppercase; color: var(--c); flex: none; }
.route .method { border: 1px solid currentcolor; border-radius: 4px; padding: 0.25rem 0.4rem; font-size: 0.75rem; }
.get { --c: var(--get); } .post { --c: var(--post); } .patch { --c: var(--patch); } .delete { --c: var(--delete); }
.needs { font-size: 0.82rem; color: var(--soft); }
.needs code, .chip { background: var(--glow); color: var(--light); border-radius: 4px; padding: 0.1rem 0.4rem; }
.anchor { color: var(--soft); text-decoration: none; opacity: 0; font-weight: 400; margin-left: 0.4rem; }
:is(h2, h3):hover .anchor, .anchor:focus { opacity: 1; }
.columns > * { min-width: 0; }

.fields { margin: 0; }
.field { border-top: 1px solid var(--line); padding: 0.55rem 0; }
.field dt { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.15rem 0.7rem; }
.field dt > code { font-weight: 650; font-size: 0.9rem; }
.field dd { margin: 0.1rem 0 0; font-size: 0.93rem; color: var(--soft); }
.type { font-size: 0.82rem; color: var(--soft); }
.required { font-size: 0.75rem; color: var(--light); }
.either { margin: 0; padding: 0.5rem 0; font-size: 0.82rem; color: var(--soft); border-top: 1px solid var(--line); }
.values { display: block; font-size: 0.95em; }
.values code { white-space: nowrap; }
.chips { display: flex; flex-wrap: wrap; gap: 0.35rem 0.45rem; list-style: none; padding: 0; margin: 0.5rem 0 0; font-size: 0.85rem; }
.chips a { display: block; text-decoration: none; border: 1px solid var(--line); border-radius: 4px; padding: 0.1rem 0.45rem; }
.chips a:hover { border-color: var(--light); }
.chips b { font-weight: 400; color: var(--soft); margin-right: 0.35rem; font-variant-numeric: tabular-nums; }
.status { font: 650 0.9rem var(--mono); }

figure { margin: 0 0 1rem; border: 1px solid var(--panel-line); border-radius: 8px; background: var(--panel); color: var(--panel-ink); overflow: hidden; }
figcaption { font-size: 0.78rem; color: var(--panel-soft); padding: 0.55rem 1rem 0; }
pre { margin: 0; padding: 0.6rem 1rem 0.9rem; overflow: auto; max-height: 30rem; line-height: 1.55; font-size: 0.82rem; tab-size: 2; white-space: pre-wrap; overflow-wrap: anywhere; }
pre.json { white-space: pre; }
pre:focus-visible { outline-offset: -3px; }
.k { color: #ffb199; } .s { color: #cfe3a8; } .n { color: #f2cf83; } .c { color: var(--panel-soft); }

table { border-collapse: collapse; width: 100%; font-size: 0.93rem; }
th { text-align: left; font-size: 0.75rem; letter-spacing: 0.06em; text-transform: uppercase; color: var(--soft); font-weight: 600; }
th, td { padding: 0.5rem 1rem 0.5rem 0; border-top: 1px solid var(--line); vertical-align: baseline; }
thead th { border-top: 0; }
td:first-child { white-space: nowrap; }
.number { font-variant-numeric: tabular-nums; color: var(--soft); }
footer { margin-top: 4rem; border-top: 1px solid var(--line); padding-top: 1rem; color: var(--soft); font-size: 0.88rem; }

.up { position: fixed; right: 1rem; bottom: 1rem; background: var(--raised); border: 1px solid var(--line); border-radius: 999px; padding: 0.5rem 0.95rem; font-size: 0.85rem; text-decoration: none; }

@media (max-width: 34rem) {
  h1 { font-size: 2rem; }
  table, tbody, tr, td { display: block; }
  thead { display: none; }
  tr { border-top: 1px solid var(--line); padding: 0.5rem 0; }
  td { border: 0; padding: 0; }
  td:first-child { white-space: normal; }
  td.number { float: right; }
}
@media (min-width: 62rem) {
  body { display: grid; grid-template-columns: 17.5rem minmax(0, 1fr); }
  .contents, .up { display: none; }
  .side { display: block; position: sticky; top: 0; height: 100vh; overflow: auto; border-right: 1px solid var(--line); padding: 1.6rem 1.2rem 3rem 1.5rem; scrollbar-width: thin; }
  main { padding: 3rem 3rem 6rem; }
}
@media (min-width: 78rem) {
  .columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 30rem); gap: 3rem; }
  .columns > .shown { position: sticky; top: 1.5rem; align-self: start; }
}
@media print {
  .side, .contents, .up, .anchor { display: none; }
  body { display: block; }
  pre, pre.json { max-height: none; white-space: pre-wrap; }
}
`;
