import 'pay-elements/define';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';

export function mount(place, Tag, given) {
  const root = createRoot(place);
  const update = ({ header, footer, onStatus, statusUrl, ...props }) =>
    flushSync(() =>
      root.render(
        <Tag {...props} status-url={statusUrl} onpay-status={onStatus}>
          <b slot="header">{header}</b>
          {footer && <i slot="footer">Terms</i>}
        </Tag>,
      ),
    );
  update(given);
  return { update, unmount: () => root.unmount() };
}
