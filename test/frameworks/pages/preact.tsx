import 'pay-elements/define';
import { createRef, render } from 'preact';

export function mount(place, first) {
  const ref = createRef();
  const update = ({ statusUrl, on = {}, slots = {}, inside, away, strict, ...props }) =>
    render(
      away ? (
        <p>elsewhere</p>
      ) : (
        <pay-tag
          {...props}
          ref={ref}
          status-url={statusUrl}
          onClick={on.click}
          onpay-status={on['pay-status']}
          onpay-paid={on['pay-paid']}
          onpay-copy={on['pay-copy']}
          onpay-open={on['pay-open']}
          onpay-problem={on['pay-problem']}
        >
          {inside}
          {Object.entries(slots).map(([slot, text]) => (
            <b key={slot} slot={slot}>
              {text}
            </b>
          ))}
        </pay-tag>
      ),
      place,
    );
  update(first);
  return { update, unmount: () => render(null, place), ref: () => ref.current };
}
