/** Languages whose words serve another: both written Norwegians read each other's. */
const SERVED_BY: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb' };

/**
 * The names to look for, the nearest first: `zh-TW` gives `zh-TW`, `zh-Hant` and `zh`. Empty for what is no
 * language tag (BCP 47).
 */
export function namesFor(tag: string): string[] {
  try {
    const { baseName, language, script, region } = new Intl.Locale(tag).maximize();
    const served = SERVED_BY[language] ?? language;
    const names = [tag, new Intl.Locale(tag).baseName, baseName, `${served}-${region}`, `${served}-${script}`, served];
    return [...new Set(names)];
  } catch {
    return [];
  }
}
