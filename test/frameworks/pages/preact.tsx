import 'pay-elements/define';
import { render } from 'preact';

export function mount(place, Tag, given) {
  const update = ({ header, footer, onStatus, statusUrl, ...props }) =>
    render(
      <Tag {...props} status-url={statusUrl} onpay-status={onStatus}>
        <b slot="header">{header}</b>
        {footer && <i slot="footer">Terms</i>}
      </Tag>,
      place,
    );
  update(given);
  return { update, unmount: () => render(null, place) };
}
