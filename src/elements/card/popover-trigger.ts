import { html, type TemplateResult } from 'lit';

/** Returns the focus to the button before the popover closes: in a shadow tree, browsers lose it. */
function returnFocus({ target, newState }: ToggleEvent) {
  const pop = target as HTMLElement;
  if (newState === 'closed' && pop.matches(':focus-within')) (pop.previousElementSibling as HTMLElement).focus();
}

/** A button and its popover. It is a native popover: Escape and a click outside close it. */
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
