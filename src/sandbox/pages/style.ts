/** The phases of a tag whose payment has ended. */
const ended = ['paid', 'overpaid', 'late', 'failed', 'cancelled', 'refunded']
  .map((phase) => `[phase='${phase}']`)
  .join();

/** The style sheet of the panel and the hosted pages, with the colours of the tags. */
export const style = `
:root {
  color-scheme: light dark;
  --accent: light-dark(#0b57d0, #8ab4f8);
  --on-accent: light-dark(#fff, #0d1116);
  --ink: light-dark(#14181f, #eef1f6);
  --muted: light-dark(#5a6472, #9aa5b4);
  --line: light-dark(#e3e7ed, #2b323c);
  --edge: light-dark(#87919e, #6b7686);
  --card: light-dark(#fff, #161b22);
  --page: light-dark(#f4f6f9, #0d1116);
  --soft: light-dark(#f3f6fb, #1e2530);
  --ok: light-dark(#137a3f, #4cc38a);
  --warn: light-dark(#8a5a00, #f0b429);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--page);
  color: var(--ink);
  font: 15px/1.5 system-ui, 'Noto Sans', sans-serif;
  overflow-wrap: anywhere;
}
h1, h2, h3, p, dl, ol, pre { margin: 0; }
h1 { font-size: 22px; line-height: 1.2; letter-spacing: -0.01em; }
h2 { font-size: 17px; line-height: 1.3; }
h3 { font-size: 15px; line-height: 1.3; }
a { color: var(--accent); }
code, pre { font: 13.5px/1.5 ui-monospace, 'DejaVu Sans Mono', monospace; }
pre { background: var(--soft); border-radius: 10px; padding: 12px; overflow-x: auto; }
.muted { color: var(--muted); }
.top, .panel { inline-size: 100%; max-inline-size: 1080px; margin: auto; padding-inline: 12px; }
.top { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 12px; padding-block: 24px 16px; }
.panel { display: grid; gap: 24px; padding-block-end: 40px; }
.panel > section { display: grid; gap: 12px; min-inline-size: 0; }
.pill { border: 1px solid var(--line); border-radius: 99px; padding: 3px 12px; font-size: 14px; font-weight: 550; }
.top .pill { color: var(--warn); border-color: currentColor; }
.lost { color: var(--warn); }
.card, .summary {
  background: var(--card);
  border: 1px solid var(--line);
  border-radius: 16px;
  padding: 20px;
  display: grid;
  gap: 14px;
  align-content: start;
  min-inline-size: 0;
}
.cards { display: grid; gap: 16px; grid-template-columns: repeat(auto-fill, minmax(min(440px, 100%), 1fr)); }
.card > header { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
.sum {
  flex: 1 1 auto;
  font-size: 26px;
  font-weight: 650;
  line-height: 1.2;
  letter-spacing: -0.01em;
  font-variant-numeric: tabular-nums;
}
.state { display: inline-flex; align-items: center; gap: 7px; font-size: 13.5px; font-weight: 600; }
.state::before { content: ''; inline-size: 8px; block-size: 8px; border-radius: 50%; background: currentColor; }
.state.wait { color: var(--accent); }
.state.ok { color: var(--ok); }
.state.warn { color: var(--warn); }
.state.over { color: var(--muted); }
.summary dl { display: grid; gap: 14px 28px; grid-template-columns: repeat(auto-fit, minmax(min(210px, 100%), 1fr)); }
.summary dd, .facts dd { margin: 0; font-variant-numeric: tabular-nums; }
.summary > dl:not(.facts) dd { font-weight: 600; }
dt { color: var(--muted); font-size: 13.5px; }
dl.facts, .summary dl.facts { display: grid; gap: 6px; grid-template-columns: 1fr; }
.facts > div { display: grid; grid-template-columns: 124px 1fr; gap: 2px 12px; align-items: baseline; }
.facts.settings > div { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); }
progress {
  display: block;
  inline-size: 100%;
  block-size: 6px;
  margin-block-start: 6px;
  border: 0;
  border-radius: 3px;
  overflow: hidden;
  background: var(--soft);
  accent-color: var(--accent);
}
progress::-webkit-progress-bar { background: var(--soft); }
progress::-webkit-progress-value { background: var(--accent); }
progress::-moz-progress-bar { background: var(--accent); }
.row { display: flex; flex-wrap: wrap; gap: 8px; align-items: end; }
.row:not(:has(*)) { display: none; }
.row:target { outline: 2px solid var(--accent); outline-offset: 4px; border-radius: 4px; }
button, input, select { font: inherit; color: inherit; border-radius: 10px; min-block-size: 40px; padding: 0 14px; }
button {
  border: 1px solid var(--line);
  background: var(--soft);
  color: var(--accent);
  padding-block: 6px;
  font-weight: 550;
  cursor: pointer;
}
button:hover { border-color: currentColor; }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
button.quiet { background: none; color: inherit; min-block-size: 34px; padding: 0 12px; font-size: 14px; }
label { display: grid; gap: 3px; font-size: 13.5px; color: var(--muted); flex: 1 1 160px; }
button[aria-pressed='true'] { border-color: currentColor; color: var(--accent); font-weight: 600; }
input, select {
  border: 1px solid var(--edge);
  background: var(--card);
  color: var(--ink);
  inline-size: 100%;
  font-size: 16px;
}
label.check { display: flex; gap: 8px; align-items: center; min-block-size: 40px; }
label.check input { inline-size: 20px; min-block-size: 20px; accent-color: var(--accent); }
/* Of a fault's fields, only those of its kind. */
.with-latency, .with-status { display: contents; }
form:has([value='latency']:not(:checked)) .with-latency,
form:has([value='status']:not(:checked)) .with-status { display: none; }
.entries { display: grid; gap: 10px; }
.entries ol { padding-inline-start: 20px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
summary { cursor: pointer; color: var(--muted); font-size: 14px; padding-block: 2px; }
details[open] > summary { margin-block-end: 10px; }
.log { list-style: none; padding: 0; background: var(--card); border: 1px solid var(--line); border-radius: 16px; }
.log > li { padding: 12px 20px; }
.log > li + li { border-block-start: 1px solid var(--line); }
.log summary { display: flex; flex-wrap: wrap; gap: 2px 12px; align-items: baseline; }
.log summary b { color: var(--ink); }
.log form { margin-block-start: 12px; }
[role='status']:not(:has(*)) { display: none; }
.notice { border-radius: 12px; padding: 11px 14px; font-size: 14px; background: var(--soft); }
.notice.ok { background: color-mix(in srgb, var(--ok) 12%, var(--card)); }
.notice.warn { background: color-mix(in srgb, var(--warn) 12%, var(--card)); }
.notice.warn b, .wrong { color: var(--warn); }
.hosted { display: grid; gap: 16px; max-inline-size: 644px; margin: auto; padding: 24px 12px 40px; }
.hosted .card form { display: grid; gap: 12px; }
.hosted label { flex: none; }
.hosted button, .hosted input { min-block-size: 46px; border-radius: 12px; }
/* The tag is the first to show that there is nothing left to enter. */
.hosted .card:has(+ pay-localcode:is(${ended})),
.hosted pay-wallet:is(${ended}) + .card { display: none; }
.foot { text-align: center; font-size: 14px; }
@media (max-width: 480px) {
  .card, .summary { padding: 16px; }
  .log > li { padding-inline: 16px; }
  .facts > div { grid-template-columns: 100px 1fr; }
  .facts.settings > div { grid-template-columns: 1fr; }
}
`;
