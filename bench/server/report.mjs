import { format } from 'prettier';

const whole = (value) => Math.round(value).toLocaleString('en');
const short = (value) => (value < 10 ? value.toFixed(value < 1 ? 2 : 1) : whole(value));
const times = (value) => (value === undefined ? '' : ` (${value.toPrecision(2)})`);
const megabytes = (bytes) => `${whole(bytes / 1e6)} MB`;

/** The lines of the table: the name, the value of a store, and the cost that is compared between two sizes. */
const LINES = [
  [
    'status without long poll: responses/s (of bare GET)',
    (f) => `${whole(f.status.rate)}${times(f.status.ratio)}`,
    (f) => 1 / f.status.ratio,
  ],
  ['… slowest of 100, ms', (f) => short(f.status.p99)],
  [
    'webhook, each a new state: /s (of bare POST)',
    (f) => `${whole(f.webhook.rate)}${times(f.webhook.ratio)}`,
    (f) => 1 / f.webhook.ratio,
  ],
  ['… slowest of 100, ms', (f) => short(f.webhook.p99)],
  [
    'creation: /s (of the sandbox alone)',
    (f) => `${whole(f.creation.rate)}${times(f.creation.ratio)}`,
    (f) => 1 / f.creation.ratio,
  ],
  ['… slowest of 100, ms', (f) => short(f.creation.p99)],
  [
    'long poll, from webhook to response: median / slowest of 100, ms',
    (f) => `${short(f.longPollLatency.p50)} / ${short(f.longPollLatency.p99)}`,
    (f) => f.longPollLatency.p50,
  ],
  ['long poll: memory, KiB', (f) => short(f.longPollBytes / 1024)],
  ['sweep without unhandled changes, ms', (f) => short(f.calls.sweep), (f) => f.calls.sweep],
  ['50 oldest open, ms', (f) => short(f.calls.open), (f) => f.calls.open],
  ['count of open, ms', (f) => short(f.calls.countOpen), (f) => f.calls.countOpen],
  ['50 newest, ms', (f) => short(f.calls.latest), (f) => f.calls.latest],
  ['size of the store', (f) => megabytes(f.bytes)],
];

const NAMES = {
  memory: 'In memory',
  sqlite: 'SQLite (node:sqlite, WAL, synchronous = FULL)',
  postgres: 'PostgreSQL (pg, 16 connections)',
};

function table(figures) {
  const sizes = Object.keys(figures)
    .map(Number)
    .sort((a, b) => a - b);
  const [few, many] = [figures[sizes[0]], figures[sizes.at(-1)]];
  const rows = LINES.map(([what, show, cost]) => [
    what,
    ...sizes.map((size) => show(figures[size])),
    cost && sizes.length > 1 ? `× ${(cost(many) / cost(few)).toFixed(1)}` : '',
  ]);
  const head = ['', ...sizes.map((size) => `${whole(size)} payments`), 'time grows'];
  return [head, head.map((_, at) => (at ? '---:' : ':---')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** Returns the text of `README.md`: the values and how they were measured. */
export async function report({ date, machine, stores }) {
  const bare = Object.values(stores).flatMap((figures) => Object.values(figures));
  const range = (what) => {
    const rates = bare.map((figures) => figures[what].rate).sort((a, b) => a - b);
    return `${whole(rates[0])} to ${whole(rates.at(-1))}/s`;
  };
  const text = `# The helper under load

\`npm run bench -- server\` writes this page. Measured ${date} on ${machine}; the load, the shop, the service and the
database share the cores, so the ratios say more than the rates. Medians of five rounds, in each of which bare
\`node:http\` is measured as well; 32 connections of autocannon. Bare \`node:http\` gave ${range('bareGet')} for a
GET with as many bytes as a status, ${range('barePost')} for a POST; the sandbox alone made ${range('service')} payments.

In brackets: the ratio to the rate of bare \`node:http\`, or of the sandbox, in the same round. The last column: how many
times longer it takes with the most payments than with the fewest, calculated from that ratio where there is one. The default limit of the service, 35 requests a
minute, is lifted here; it is about 1,000 times below what is measured.

${Object.entries(stores)
  .map(([name, figures]) => `## ${NAMES[name]}\n\n${table(figures)}`)
  .join('\n\n')}
`;
  return format(text, { parser: 'markdown', printWidth: 120 });
}
