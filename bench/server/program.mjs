import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Starts one of the programs in this folder. Resolves with the values that it reports when it is ready; `call` calls
 * one of its functions.
 */
export async function start(name, args = []) {
  const child = fork(fileURLToPath(new URL(name, import.meta.url)), args, {
    execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning', '--max-old-space-size=12000'],
  });
  const waiting = new Map();
  let ids = 0;
  let ready;
  const started = new Promise((resolve, reject) => {
    ready = resolve;
    child.on('exit', (code) => reject(new Error(`${name} ended: ${code}`)));
  });
  child.on('message', (message) => {
    if (message.ready) ready(message.ready);
    else waiting.get(message.id)(message.result);
  });
  const call = (name) =>
    new Promise((resolve) => {
      waiting.set((ids += 1), resolve);
      child.send({ id: ids, name });
    });
  const end = () => new Promise((resolve) => (child.once('exit', resolve), child.disconnect()));
  return { ...(await started), call, end, exit: new Promise((resolve) => child.once('exit', resolve)) };
}
