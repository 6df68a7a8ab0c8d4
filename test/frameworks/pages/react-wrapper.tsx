import { PayCrypto, PayLocalcode, PayWallet } from 'pay-elements/react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';

const TAGS = { 'pay-crypto': PayCrypto, 'pay-wallet': PayWallet, 'pay-localcode': PayLocalcode };

export function mount(place, tag, given) {
  const Tag = TAGS[tag];
  const root = createRoot(place);
  const update = ({ header, footer, onStatus, ...props }) =>
    flushSync(() =>
      root.render(
        <Tag {...props} onPayStatus={onStatus}>
          <b slot="header">{header}</b>
          {footer && <i slot="footer">Terms</i>}
        </Tag>,
      ),
    );
  update(given);
  return { update, unmount: () => root.unmount() };
}
