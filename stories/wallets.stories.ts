import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { expect, userEvent } from 'storybook/test';
import '../src/wallets/evm/index.ts';
import { crypto, EVM, PNG } from '../test/support/payments.ts';
import { argTypesOf } from './support/arg-types.ts';
import { look, opened, soon, textOf, type Played } from './support/look.ts';
import { listenersOf, renderTag, type Args } from './support/render.ts';

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** What wallets answer here. Nothing is sent anywhere. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  eth_requestAccounts: [ACCOUNT],
  eth_chainId: '0x1',
  eth_getCode: '0x60',
  eth_call: `0x${'f'.repeat(16)}`,
  eth_sendTransaction: `0x${'4c'.repeat(32)}`,
};

/** Two wallets that announce themselves to the page (EIP-6963), one with a picture. */
function announceWallets(): () => void {
  const provider = () => ({ request: async ({ method }: { method: string }) => ANSWERS[method] });
  const details = [
    { info: { name: 'Fox Wallet', icon: PNG }, provider: provider() },
    { info: { name: 'Wallet of the browser' }, provider: provider() },
  ];
  const announce = () =>
    details.forEach((detail) => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })));
  addEventListener('eip6963:requestProvider', announce);
  return () => removeEventListener('eip6963:requestProvider', announce);
}

/** Buttons for the wallets in the payer's browser: `import 'pay-elements/wallets/evm'`. */
const meta: Meta<Args> = {
  title: 'Wallets in the browser',
  component: 'pay-crypto',
  render: renderTag('pay-crypto'),
  argTypes: argTypesOf('pay-crypto'),
  args: {
    payment: crypto({ tid: 'story', address: EVM, cryptoCoin: 'ERC20/USDT', cryptoAmountExpected: '48.2' }),
    ...listenersOf('pay-crypto'),
  },
  beforeEach: announceWallets,
  // In frames on the page 'API': each story announces its wallets to its whole page.
  parameters: { docs: { story: { inline: false, height: '760px' } } },
};
export default meta;

type Story = StoryObj<Args>;

const inWallets = (tag: Element, selector: string) => look(tag.shadowRoot!, `pay-evm-wallets ${selector}`);

export const Wallets: Story = {
  async play({ canvasElement }: Played) {
    const tag = await opened(canvasElement);
    await soon(() => expect(textOf(inWallets(tag, '[part=wallets]'))).toBe('Fox Wallet WWallet of the browser'));
  },
};

/** The account is shown before anything is sent. */
export const Connected: Story = {
  async play({ canvasElement }: Played) {
    const tag = await opened(canvasElement);
    await userEvent.click(await soon(() => inWallets(tag, 'button')));
    await soon(() => expect(textOf(inWallets(tag, '[role=status]'))).toContain(ACCOUNT));
    await expect(textOf(inWallets(tag, '> button'))).toContain('48.2 USDT');
  },
};
