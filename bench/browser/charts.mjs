/** Bar charts as SVG. They have their own background, so that they are legible on light and dark pages. */

const WIDTH = 860;
const LABEL = 340;
const BAR = 380;
const ROW = 22;
const HEAD = 34;
const PAD = 16;

const STYLE = `
  svg { font: 13px system-ui, sans-serif }
  .ground { fill: #fff } text { fill: #1f2328 } .faint { fill: #59636e }
  .peer { fill: #8c959f } .ours { fill: #0969da } .more { opacity: .45 } .line { stroke: #1f2328; stroke-width: 1.5 }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117 } text { fill: #e6edf3 } .faint { fill: #9198a1 }
    .peer { fill: #7d8590 } .ours { fill: #4493f8 } .line { stroke: #e6edf3 }
  }`;

const escape = (text) => text.replace(/`/g, '').replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

/**
 * @param panels - `{ title, rows }`, each with its own scale. A row: `{ label, ours, value, more, low, high, text }`,
 *   with `more` as a paler bar behind `value`, and a line from `low` to `high`.
 */
export function barChart(title, panels) {
  let y = PAD;
  const parts = [];
  for (const { title: panelTitle, rows } of panels) {
    parts.push(`<text x="${PAD}" y="${y + 18}" font-weight="600">${escape(panelTitle)}</text>`);
    y += HEAD;
    const most = Math.max(
      ...rows.flatMap(({ value, more = 0, high = 0 }) => [value, more, high]).filter(Number.isFinite),
      1e-9,
    );
    const x = (value) => Math.round((LABEL + (BAR * value) / most) * 10) / 10;
    for (const { label, ours, value, more, low, high, text } of rows) {
      const bar = (to, extra) =>
        `<rect class="${ours ? 'ours' : 'peer'}${extra}" x="${LABEL}" y="${y + 3}" ` +
        `width="${Math.max(1, Math.round(x(to) - LABEL))}" height="${ROW - 8}" rx="2"/>`;
      parts.push(`<text x="${LABEL - 8}" y="${y + 15}" text-anchor="end">${escape(label)}</text>`);
      if (Number.isFinite(more)) parts.push(bar(more, ' more'));
      if (Number.isFinite(value)) parts.push(bar(value, ''));
      if (Number.isFinite(low)) parts.push(`<path class="line" d="M${x(low)} ${y + 10}H${x(high)}"/>`);
      const end = Math.max(...[value, more, high].filter(Number.isFinite), 0);
      parts.push(`<text class="faint" x="${x(end) + 8}" y="${y + 15}">${escape(text)}</text>`);
      y += ROW;
    }
    y += PAD;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" role="img" aria-label="${escape(title)}">
<style>${STYLE}
</style>
<rect class="ground" width="${WIDTH}" height="${y}" rx="8"/>
${parts.join('\n')}
</svg>
`;
}
