/** Returns a message when a base URL ends in a version, such as `/v1`. Otherwise returns undefined. */
export function versionIn(baseUrl: string): string | undefined {
  const [found] = /\/v\d+$/i.exec(baseUrl) ?? [];
  if (found === undefined) return undefined;
  const without = baseUrl.slice(0, -found.length);
  return `service.baseUrl (SERVICE_URL) ends in ${found}, but each call adds its own version: set it to ${without}.`;
}
