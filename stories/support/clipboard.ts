/**
 * A clipboard for the time of a play: a page may not write to the visitor's own without a press of a real finger.
 * What was written comes in order.
 */
export async function onClipboard(play: (written: readonly string[]) => Promise<void>): Promise<void> {
  const written: string[] = [];
  const own = Object.getOwnPropertyDescriptor(navigator, 'clipboard');
  const writeText = async (text: string) => void written.push(text);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  try {
    await play(written);
  } finally {
    if (own) Object.defineProperty(navigator, 'clipboard', own);
    else delete (navigator as { clipboard?: unknown }).clipboard;
  }
}
