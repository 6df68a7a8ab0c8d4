/** The frequency in hertz, and the delay in seconds. */
const TONES = [
  [660, 0],
  [880, 0.16],
] as const;
const TONE_S = 0.14;

/** Plays two short tones. Before the first user activation it does nothing: a browser would delay them until then. */
export function playSound(): void {
  if (navigator.userActivation?.hasBeenActive === false) return;
  const context = new AudioContext();
  for (const [frequency, delay] of TONES) {
    const begin = context.currentTime + delay;
    const tone = new OscillatorNode(context, { frequency });
    const volume = new GainNode(context, { gain: 0.1 });
    // Fades out, to avoid a clicking sound at the end.
    volume.gain.setTargetAtTime(0, begin + TONE_S * 0.7, 0.02);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + TONE_S);
    tone.onended = delay ? () => void context.close() : null;
  }
}

/** Vibrates the device. Does nothing in Safari, in Firefox, and in a hidden page. */
export const vibrate = (): void => void navigator.vibrate?.([80, 60, 80]);

/** Shows a notification if the page already has the permission. It never requests the permission. */
export function notify(title: string, body: string, tag: string): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  try {
    const notification = new Notification(title, { body, tag });
    notification.onclick = () => focus();
  } catch {
    // Chrome for Android allows notifications from service workers only.
  }
}
