/** Creates a mutex for each name: calls with the same name run one after the other, in this process. */
export function createKeyedMutex() {
  const last = new Map<string, Promise<unknown>>();

  return function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
    const mine = (last.get(name) ?? Promise.resolve()).then(work, work);
    last.set(name, mine);
    const forget = () => {
      if (last.get(name) === mine) last.delete(name);
    };
    mine.then(forget, forget);
    return mine;
  };
}
