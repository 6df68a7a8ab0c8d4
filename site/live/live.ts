/** Makes the live examples of a page work. */
import '../../src/elements/define.ts';
import type { Phase } from '../../src/core/payments/phases.ts';
import { controlsOf, followScheme } from './controls.ts';
import { sourceOf, type PaymentTag } from './payments.ts';
import { showPayment } from './show-payment.ts';
import { openThemeEditor } from './theme.ts';

function openPayment(section: HTMLElement): void {
  let tag = section.querySelector<HTMLElement>('.stage > *')!;
  const code = section.querySelector('.source code')!;
  const control = controlsOf(section);
  const show = () => {
    const phase = control('phase').value as Phase;
    const lang = control('lang').value;
    tag = showPayment(tag, phase, lang);
    code.textContent = sourceOf(tag.localName as PaymentTag, phase, lang);
  };
  for (const name of ['phase', 'lang']) control(name).addEventListener('change', show);
  followScheme(section, control('scheme'));
}

for (const section of document.querySelectorAll<HTMLElement>('[data-live]')) {
  const kind = section.dataset['live'];
  if (kind === 'payment') openPayment(section);
  if (kind === 'theme') openThemeEditor(section);
  if (kind === 'chain') void import('./chain.ts').then(({ openChainExample }) => openChainExample(section));
}
