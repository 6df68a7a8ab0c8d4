import 'pay-elements/define';
import { createApp, shallowRef } from 'vue/dist/vue.esm-bundler.js';

export function mount(place, tag, given) {
  const current = shallowRef(given);
  const app = createApp({
    setup: () => ({ given: current }),
    template: `<${tag} :payment="given.payment" :status-url="given.statusUrl" :qr="given.qr"
      :layout="given.layout" :lang="given.lang" @pay-status="given.onStatus">
        <b slot="header">{{ given.header }}</b>
        <i v-if="given.footer" slot="footer">Terms</i>
      </${tag}>`,
  });
  app.config.compilerOptions.isCustomElement = (name) => name.startsWith('pay-');
  app.mount(place);
  return { update: (next) => void (current.value = next), unmount: () => app.unmount() };
}
