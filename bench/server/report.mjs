import { format } from 'prettier';

const whole = (value) => Math.round(value).toLocaleString('en');
const short = (value) => (value < 10 ? value.toFixed(value < 1 ? 2 : 1) : whole(value));
const rateOf = ({ rate, busy, ratio }) =>
  `${whole(rate)} (${ratio.toPrecision(2)}; ${Math.min(100, Math.round(busy * 100))} % busy)`;
const megabytes = (bytes) => `${whole(bytes / 1e6)} MB`;

/** The lines of the table: the name, the value of a store, and the cost that is compared between two sizes. */
const LINES = [
  ['status without long poll: responses/s (CPU of bare GET)', (f) => rateOf(f.status), (f) => 1 / f.status.ratio],
  ['… slowest of 100, ms', (f) => short(f.status.p99)],
  ['webhook, each a new state: /s (CPU of bare POST)', (f) => rateOf(f.webhook), (f) => 1 / f.webhook.ratio],
  ['… slowest of 100, ms', (f) => short(f.webhook.p99)],
  ['creation: /s (CPU of the sandbox alone)', (f) => rateOf(f.creation), (f) => 1 / f.creation.ratio],
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
export async function report({ date, machine, pinned, stores }) {
  const bare = Object.values(stores).flatMap((figures) => Object.values(figures));
  const range = (what) => {
    const rates = bare.map((figures) => figures[what].rate).sort((a, b) => a - b);
    return `${whole(rates[0])} to ${whole(rates.at(-1))}/s`;
  };
  const text = `# The helper under load

\`npm run bench -- server\` writes this page. Measured ${date} on ${machine}. ${
    pinned
      ? 'The load generator has a core of its own; the shop, the service and plain `node:http` share another. The database and the disk run on both.'
      : 'The load generator and the servers share the cores.'
  } Medians of five rounds, in each of which plain \`node:http\` is measured as well; 32 connections of autocannon. Plain
\`node:http\` answered ${range('bareGet')} GET requests with as many bytes as a status and ${range('barePost')} POST requests,
as fast as the generator sends them; the sandbox alone made ${range('service')} payments.

In brackets: the CPU time that plain \`node:http\`, or the sandbox, needs for a response, divided by that of the shop in the
same round, so that the speed of the generator does not count; and how busy the shop's core was. A shop below 90 % waits
for the disk, the database or the generator. The last column: how many times longer it takes with the most payments than
with the fewest, calculated from that ratio where there is one. The default limit of the service, 35 requests a
minute, is lifted here; it is about 1,000 times below what is measured.

${Object.entries(stores)
  .map(([name, figures]) => `## ${NAMES[name]}\n\n${table(figures)}`)
  .join('\n\n')}
`;
  return format(text, { parser: 'markdown', printWidth: 120 });
}
