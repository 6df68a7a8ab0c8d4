// `npm run bench -- browser` and `npm run bench -- server`: the arguments after the name are passed to that benchmark.
const BENCHMARKS = ['browser', 'server'];

const [name, ...rest] = process.argv.slice(2);
if (!BENCHMARKS.includes(name)) {
  console.error(`Name a benchmark: npm run bench -- ${BENCHMARKS.join(' | ')}`);
  process.exit(2);
}
const program = new URL(`./${name}/run.mjs`, import.meta.url);
process.argv = [process.argv[0], program.pathname, ...rest];
await import(program);
