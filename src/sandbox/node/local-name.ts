/** True for a name of this machine. Another name belongs to a site whose DNS points here. */
export function isLocalName(host = ''): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(host);
}
