/** Registers a tag where there are tags and nobody did before: two copies on one page must not crash each other. */
export function register(tag: string, type: CustomElementConstructor): void {
  if (globalThis.customElements && !customElements.get(tag)) customElements.define(tag, type);
}
