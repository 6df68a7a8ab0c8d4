import { PayTag } from 'pay-elements/react';
import { createRef, Fragment, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';

export function mount(place, first) {
  const root = createRoot(place);
  const ref = createRef();
  const update = ({ on = {}, slots = {}, inside, away, strict, ...props }) => {
    const Mode = strict ? StrictMode : Fragment;
    flushSync(() =>
      root.render(
        <Mode>
          {away ? (
            <p>elsewhere</p>
          ) : (
            <PayTag
              {...props}
              ref={ref}
              onClick={on.click}
              onPayStatus={on['pay-status']}
              onPayPaid={on['pay-paid']}
              onPayCopy={on['pay-copy']}
              onPayOpen={on['pay-open']}
              onPayProblem={on['pay-problem']}
            >
              {inside}
              {Object.entries(slots).map(([slot, text]) => (
                <b key={slot} slot={slot}>
                  {text}
                </b>
              ))}
            </PayTag>
          )}
        </Mode>,
      ),
    );
  };
  update(first);
  return { update, unmount: () => root.unmount(), ref: () => ref.current };
}
