import type { Phase } from '../../src/core/payments/phases.ts';
import { controlsOf, followScheme } from './controls.ts';
import { EDITED } from './edited.mjs';
import { showPayment } from './show-payment.ts';

const TAGS = 'pay-checkout, pay-crypto, pay-wallet, pay-localcode';

/** A style sheet that gives the tags these custom properties; undefined when there is nothing to give. */
export function themeCss(values: ReadonlyMap<string, string>): string | undefined {
  if (values.size === 0) return undefined;
  const lines = [...values].map(([name, value]) => `  ${name}: ${value};`);
  return `${TAGS.split(', ').join(',\n')} {\n${lines.join('\n')}\n}`;
}

/** Lets a reader change the custom properties of a tag, and writes the style sheet that does the same. */
export function openThemeEditor(section: HTMLElement): void {
  const form = section.querySelector('form')!;
  const code = section.querySelector('.source code')!;
  const status = section.querySelector('[role=status]')!;
  let tag = section.querySelector<HTMLElement>('.stage > *')!;
  const control = controlsOf(section);
  const empty = code.textContent;
  const before = new Map(EDITED.map(({ name }) => [name, control(name).value]));
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);

  function show() {
    const changed = EDITED.filter(({ name }) => control(name).value !== before.get(name));
    const unit = (max: number | undefined) => (max === undefined ? '' : 'px');
    const css = themeCss(new Map(changed.map(({ name, max }) => [name, control(name).value + unit(max)])));
    sheet.replaceSync(css ?? '');
    code.textContent = css ?? empty;
    status.textContent = '';
  }

  form.addEventListener('input', show);
  control('phase').addEventListener('change', () => {
    tag = showPayment(tag, control('phase').value as Phase);
  });
  control('restore').addEventListener('click', () => {
    form.reset();
    for (const name of ['phase', 'scheme']) control(name).dispatchEvent(new Event('change'));
    show();
  });
  const copy = async () => {
    await navigator.clipboard.writeText(code.textContent);
    status.textContent = 'Copied';
  };
  control('copy').addEventListener('click', () => void copy());
  followScheme(section, control('scheme'));
}
