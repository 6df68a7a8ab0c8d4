import 'pay-elements/define';
import { createSignal, Match, Show, Switch } from 'solid-js';
import { render } from 'solid-js/web';

export function mount(place, tag, first) {
  const [given, update] = createSignal(first);
  // Solid's listeners are set once: what they call may change.
  const onStatus = (event) => given().onStatus(event);
  const inside = () => (
    <>
      <b slot="header">{given().header}</b>
      <Show when={given().footer}>
        <i slot="footer">Terms</i>
      </Show>
    </>
  );
  const unmount = render(
    () => (
      <Switch>
        <Match when={tag === 'pay-crypto'}>
          <pay-crypto
            payment={given().payment}
            prop:statusUrl={given().statusUrl}
            qr={given().qr}
            layout={given().layout}
            lang={given().lang}
            on:pay-status={onStatus}
          >
            {inside()}
          </pay-crypto>
        </Match>
        <Match when={tag === 'pay-wallet'}>
          <pay-wallet
            payment={given().payment}
            prop:statusUrl={given().statusUrl}
            layout={given().layout}
            lang={given().lang}
            on:pay-status={onStatus}
          >
            {inside()}
          </pay-wallet>
        </Match>
        <Match when={tag === 'pay-localcode'}>
          <pay-localcode
            payment={given().payment}
            prop:statusUrl={given().statusUrl}
            qr={given().qr}
            layout={given().layout}
            lang={given().lang}
            on:pay-status={onStatus}
          >
            {inside()}
          </pay-localcode>
        </Match>
      </Switch>
    ),
    place,
  );
  return { update, unmount };
}
