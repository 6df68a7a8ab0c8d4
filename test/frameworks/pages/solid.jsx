import 'pay-elements/define';
import { createSignal, Index, Show } from 'solid-js';
import { render } from 'solid-js/web';

export function mount(place, first) {
  const [given, update] = createSignal(first);
  // Solid's listeners are set once: what they call may change.
  const call = (event) => given().on?.[event.type]?.(event);
  let tag;
  const unmount = render(
    () => (
      <Show when={!given().away} fallback={<p>elsewhere</p>}>
        <pay-tag
          ref={tag}
          payment={given().payment}
          src={given().src}
          prop:statusUrl={given().statusUrl}
          qr={given().qr}
          layout={given().layout}
          contact={given().contact}
          home={given().home}
          prop:payNotify={given().payNotify}
          create={given().create}
          prop:pageUrl={given().pageUrl}
          lang={given().lang}
          hidden={given().hidden}
          attr:tabindex={given().tabindex}
          on:click={call}
          on:pay-status={call}
          on:pay-paid={call}
          on:pay-copy={call}
          on:pay-open={call}
          on:pay-problem={call}
        >
          {given().inside}
          <Index each={Object.entries(given().slots ?? {})}>{(entry) => <b slot={entry()[0]}>{entry()[1]}</b>}</Index>
        </pay-tag>
      </Show>
    ),
    place,
  );
  return { update, unmount, ref: () => tag };
}
