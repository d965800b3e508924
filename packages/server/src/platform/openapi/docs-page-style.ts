/** The page's only style sheet; its hash is in the page's Content-Security-Policy. */
export const DOCS_PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #1c2330; --soft: #5b6577; --line: #dde2ea; --paper: #fff;
  --shade: #f5f7fa; --accent: #2456d6; --get: #10704a; --post: #2456d6; --bad: #a8321f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e5e9f0; --soft: #9aa5b8; --line: #2e3747;
  --paper: #131820; --shade: #1b222d; --accent: #8fb0ff; --get: #5cc798; --post: #8fb0ff; --bad: #f08c7a; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; color: var(--ink); background: var(--paper); font: 16px/1.55 system-ui, sans-serif; }
a { color: var(--accent); text-decoration: none; }
a:hover, a:focus-visible { text-decoration: underline; }
code, pre, .path { font-family: ui-monospace, 'Cascadia Code', Menlo, Consolas, monospace; }
code { font-size: .92em; overflow-wrap: anywhere; }
nav { max-height: 40vh; overflow-y: auto; padding: 1.5rem; border-bottom: 1px solid var(--line); background: var(--shade); font-size: .875rem; }
nav ul { margin: .25rem 0 1rem; padding: 0; list-style: none; }
nav li { padding: .1rem 0; overflow-wrap: anywhere; }
main { max-width: 60rem; padding: 1.5rem; }
h1 { margin: 0; font-size: 2rem; line-height: 1.2; }
h2 { margin: 3rem 0 .25rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
h3 { margin: 0 0 .25rem; font-size: 1.05rem; font-weight: 600; }
h4 { margin: 1rem 0 .25rem; font-size: .8125rem; color: var(--soft); text-transform: uppercase; letter-spacing: .05em; }
p { margin: .25rem 0; }
.soft { color: var(--soft); }
article { margin: 1.25rem 0; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 10px; }
article:target { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
.path { overflow-wrap: anywhere; }
.get, .post, .put { font-weight: 700; } .get { color: var(--get); } .post, .put { color: var(--post); }
table { width: 100%; border-collapse: collapse; font-size: .9rem; }
td, th { padding: .3rem .75rem .3rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
th { width: 16rem; font-weight: 400; } .required::after { content: ' *'; color: var(--bad); }
.deep1 { padding-left: 1.25rem; } .deep2 { padding-left: 2.5rem; } .deep3 { padding-left: 3.75rem; }
.scroll { overflow-x: auto; }
@media (min-width: 64rem) {
  body { display: grid; grid-template-columns: 20rem minmax(0, 1fr); }
  nav { position: sticky; top: 0; height: 100vh; max-height: none; border: 0; border-right: 1px solid var(--line); }
  main { padding: 2.5rem 3rem; }
}
@media print { nav { display: none; } article { break-inside: avoid; } }
`;
