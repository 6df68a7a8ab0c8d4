/** Hertz and seconds. */
const TONES = [
  [660, 0],
  [880, 0.16],
] as const;
const TONE_S = 0.14;

/** Two short tones, once the payer has used the page: before, a browser would keep them until then. */
export function playSound(): void {
  if (navigator.userActivation?.hasBeenActive === false) return;
  const context = new AudioContext();
  for (const [frequency, delay] of TONES) {
    const begin = context.currentTime + delay;
    const tone = new OscillatorNode(context, { frequency });
    const volume = new GainNode(context, { gain: 0.1 });
    // No click at the end.
    volume.gain.setTargetAtTime(0, begin + TONE_S * 0.7, 0.02);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + TONE_S);
    tone.onended = delay ? () => void context.close() : null;
  }
}

/** Not in Safari and Firefox, and not in a page in the background. */
export const vibrate = (): void => void navigator.vibrate?.([80, 60, 80]);

/** Where the payer has allowed it to the page already. Nobody is asked. */
export function notify(title: string, tag: string): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  try {
    const notification = new Notification(title, { body: document.title, tag });
    notification.onclick = () => focus();
  } catch {
    // Chrome for Android shows notifications of service workers only.
  }
}
