/** The speed of node:http itself: reads each request, and sends as many bytes as the status route. */
import { createServer } from 'node:http';
import { serve } from './program.mjs';

const BODY = JSON.stringify({ status: 'NEW', phase: 'awaiting', version: 1, after: 2500 });
const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'content-length': BODY.length };

const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200, HEADERS).end(BODY));
});
server.listen(0, '127.0.0.1', () => serve({ url: `http://127.0.0.1:${server.address().port}/pay` }));
process.on('disconnect', () => process.exit());
