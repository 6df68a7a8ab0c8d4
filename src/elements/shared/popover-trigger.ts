import { html, type TemplateResult } from 'lit';

/** Gives the focus back to the button before the popover closes: browsers lose it in a shadow tree. */
function returnFocus({ target, newState }: ToggleEvent) {
  const pop = target as HTMLElement;
  if (newState === 'closed' && pop.matches(':focus-within')) (pop.previousElementSibling as HTMLElement).focus();
}

/** A button and what it opens. Native: Escape and a click beside it close it. */
export const popover = (
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
      @beforetoggle=${returnFocus}
      @toggle=${(event: ToggleEvent) => toggled(event, (event.target as Element).previousElementSibling!)}
    >
      ${content}
    </div>`;
