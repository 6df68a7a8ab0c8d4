/** A control of a live example. */
export type Control = HTMLSelectElement | HTMLInputElement | HTMLButtonElement;

/** The controls of an example by their names, no longer disabled. */
export function controlsOf(section: HTMLElement): (name: string) => Control {
  const all = [...section.querySelectorAll<Control>('select, input, button')];
  for (const control of all) control.disabled = false;
  return (name) => all.find((control) => control.name === name)!;
}

/** Follows the switch between light and dark. */
export function followScheme(section: HTMLElement, control: Control): void {
  const stage = section.querySelector<HTMLElement>('.stage')!;
  control.addEventListener('change', () => (stage.dataset['scheme'] = control.value));
}
