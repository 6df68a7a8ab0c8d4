/** How long a slow machine is waited for. Milliseconds. */
const PATIENCE_MS = 60_000;

/** Between two checks of the condition. Milliseconds. */
const POLL_INTERVAL_MS = 5;

/** Resolves when a condition holds that an event of another process or socket brings about. */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}
