process.env.HOST ||= '127.0.0.1';
process.env.PORT ||= '8080';
await import(new URL('./.output/server/index.mjs', import.meta.url).href);
