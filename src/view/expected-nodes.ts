import type { PayableView } from './payable-view.ts';
import type { PaymentView } from './payment-view.ts';

/** A node of a card that the payer relies on, and its expected value: its text or an attribute. */
export interface ExpectedNode {
  readonly field: string;
  /** Selects this node, and no other, in the shadow root. */
  readonly selector: string;
  readonly attribute: 'text' | 'd' | 'src' | 'href';
  readonly value: string;
}

type Given = Omit<ExpectedNode, 'value'> & { readonly value: string | undefined };

/** The expected content of the page for a view. `IntegrityController` compares it with the actual content. */
export function expectedNodes(view: PaymentView): readonly ExpectedNode[] {
  // The link of a payment in a coin is in the menu, and is added while the menu is rendered; that of a test is not.
  const hasLink = 'hostedUrl' in view && !(view.kind === 'payable' && view.method === 'crypto');
  const page = hasLink ? view.hostedUrl : undefined;
  const nodes: Given[] = [{ field: 'hostedUrl', selector: '[part~="page-link"]', attribute: 'href', value: page }];
  if (view.kind === 'payable') nodes.push(...payableNodes(view));
  return nodes.filter((node): node is ExpectedNode => node.value !== undefined);
}

function payableNodes(view: PayableView): Given[] {
  const { qr, method } = view;
  const image = qr?.kind === 'image' ? qr.url : undefined;
  const drawing = qr?.kind === 'code' && qr.drawing !== 'failed' ? qr.drawing : undefined;
  const codes: Given[] = [
    { field: 'qrCodeBase64', selector: '.left img', attribute: 'src', value: image },
    { field: 'qr', selector: '.left .qr path + path', attribute: 'd', value: drawing?.path },
  ];
  if (method === 'wallet')
    return [
      { field: 'note', selector: '[part~="note"] code', attribute: 'text', value: view.destination.text },
      { field: 'amount', selector: '.num', attribute: 'text', value: view.amount.text },
    ];
  if (method === 'localcode') return codes;
  return [
    { field: 'hostedUrl', selector: '[part~="page-link"]', attribute: 'href', value: view.testLink },
    { field: 'amount', selector: '.num', attribute: 'text', value: view.amount.text },
    { field: 'address', selector: '[part~="address"]', attribute: 'text', value: view.destination.text },
    { field: 'link', selector: '[part~="wallet-link"]', attribute: 'href', value: view.walletLink },
    ...codes,
  ];
}
