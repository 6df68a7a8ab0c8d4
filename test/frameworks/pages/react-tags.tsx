import 'pay-elements/define';
import { Fragment, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';

export function mount(place, first) {
  const root = createRoot(place);
  let tag = null;
  const update = ({ statusUrl, on = {}, slots = {}, inside, away, strict, ...props }) => {
    const Mode = strict ? StrictMode : Fragment;
    flushSync(() =>
      root.render(
        <Mode>
          {away ? (
            <p>elsewhere</p>
          ) : (
            <pay-tag
              {...props}
              ref={(node) => void (tag = node)}
              status-url={statusUrl}
              onclick={on.click}
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
          )}
        </Mode>,
      ),
    );
  };
  update(first);
  return { update, unmount: () => root.unmount(), ref: () => tag };
}
