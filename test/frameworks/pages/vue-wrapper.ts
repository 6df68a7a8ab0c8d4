import { PayCrypto, PayLocalcode, PayWallet } from 'pay-elements/vue';
import { createApp, shallowRef } from 'vue/dist/vue.esm-bundler.js';

export function mount(place, tag, given) {
  const current = shallowRef(given);
  const component = { 'pay-crypto': 'PayCrypto', 'pay-wallet': 'PayWallet', 'pay-localcode': 'PayLocalcode' }[tag];
  const app = createApp({
    components: { PayCrypto, PayLocalcode, PayWallet },
    setup: () => ({ given: current }),
    template: `<${component} :payment="given.payment" :status-url="given.statusUrl" :qr="given.qr"
      :layout="given.layout" :lang="given.lang" @pay-status="given.onStatus">
        <template #header>{{ given.header }}</template>
        <template v-if="given.footer" #footer>Terms</template>
      </${component}>`,
  });
  app.mount(place);
  return { update: (next) => void (current.value = next), unmount: () => app.unmount() };
}
