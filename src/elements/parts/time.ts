/** A moment on the payer's own clock face; with its day, unless that is today. */
export function timeText(iso: string, lang: string): string {
  const at = new Date(iso);
  const today = at.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(lang, { timeStyle: 'short', ...(!today && { dateStyle: 'medium' }) }).format(at);
}
