import type { PagePorts } from './ports.ts';

export interface Answer {
  readonly response: Response;
  readonly text: string;
}

export interface RequestOptions extends RequestInit {
  /** Milliseconds. */
  readonly timeout: number;
}

/**
 * Sends one request. Returns a function that cancels it. `done` is called once, with `undefined` when no response
 * arrived in time, but never after the request was cancelled.
 */
export function sendRequest(
  url: string,
  { timeout, ...init }: RequestOptions,
  ports: Pick<PagePorts, 'fetch' | 'wait'>,
  done: (answer: Answer | undefined) => void,
): () => void {
  const call = new AbortController();
  const { signal } = call;
  const end = () => {
    cancelTimeout();
    call.abort(); // cancels a request that is still in progress
  };
  const finish = (answer?: Answer) => {
    if (signal.aborted) return;
    end();
    done(answer);
  };
  const cancelTimeout = ports.wait(finish, timeout);
  const read = async (): Promise<Answer> => {
    const response = await ports.fetch(url, { ...init, signal, cache: 'no-store' });
    return { response, text: await response.text() };
  };
  read().then(finish, () => finish());
  return end;
}
