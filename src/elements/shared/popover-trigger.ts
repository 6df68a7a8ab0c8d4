import { html, type TemplateResult } from 'lit';

/** Before what is closed takes the focus with it: browsers lose sight of where it came from in a shadow tree. */
function giveBack({ target, newState }: ToggleEvent) {
  const pop = target as HTMLElement;
  if (newState === 'closed' && pop.matches(':focus-within')) (pop.previousElementSibling as HTMLElement).focus();
}

/** A button and what it opens. Native: Escape and a click beside it close it. */
export const opener = (
  id: string,
  label: string,
  content: unknown,
  toggled: (event: ToggleEvent, button: Element) => void,
): TemplateResult =>
  html`<button type="button" class="link" part="${id}-button" popovertarget=${id}>${label}</button>
    <div
      class="pop"
      part=${id}
      id=${id}
      popover
      @beforetoggle=${giveBack}
      @toggle=${(event: ToggleEvent) => toggled(event, (event.target as Element).previousElementSibling!)}
    >
      ${content}
    </div>`;
