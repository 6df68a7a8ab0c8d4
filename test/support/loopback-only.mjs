/**
 * Loaded before a program and what it starts (`NODE_OPTIONS=--import …`): whoever is asked for on another machine is
 * written into the file `ASKED_ABROAD`, one a line, and not reached.
 */
import { appendFileSync } from 'node:fs';
import { Socket } from 'node:net';

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/;

const connect = Socket.prototype.connect;
Socket.prototype.connect = function (...args) {
  // Either as node:net hands them on, in one array, or as its documentation says.
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const { path, host = 'localhost', port } = typeof first === 'object' ? first : { port: first, host: second };
  if (path || LOOPBACK.test(host)) return connect.apply(this, args);
  appendFileSync(process.env.ASKED_ABROAD, `${host}:${port}\n`);
  process.nextTick(() => this.destroy(new Error(`not reached: ${host}`)));
  return this;
};
