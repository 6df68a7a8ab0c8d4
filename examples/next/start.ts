const { HOST, PORT } = process.env;
process.argv.splice(2, Infinity, 'start', '--hostname', HOST || '127.0.0.1', '--port', PORT || '8080');
await import('next/dist/bin/next');
