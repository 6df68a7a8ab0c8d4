/**
 * Emits each event once in this process, by its name.
 *
 * @param most the most names that are remembered; then all are forgotten
 */
export function createEmitOnce<Event>(emit: (event: Event) => void, most: number) {
  const emitted = new Set<string>();

  return function emitOnce(name: string, event: Event): void {
    if (emitted.has(name)) return;
    if (emitted.size >= most) emitted.clear();
    emitted.add(name);
    emit(event);
  };
}
