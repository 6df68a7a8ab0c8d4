// The tests of what is in pages, in all three engines: `npm run engines`. `npm test` runs them in Chromium, for time's sake.
process.env.ENGINES ??= 'chromium,firefox,webkit';
if (process.argv.length < 3) process.argv.push('elements', 'visual');
await import('./test.mjs');
