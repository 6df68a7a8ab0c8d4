import 'pay-elements/define';
import { createApp, shallowRef } from 'vue/dist/vue.esm-bundler.js';

// Without devtools Vue waits for them for three seconds.
globalThis.__VUE_DEVTOOLS_GLOBAL_HOOK__ ??= { emit() {} };

export function mount(place, first) {
  const given = shallowRef(first);
  const tag = shallowRef();
  const app = createApp({
    setup: () => ({ given, tag }),
    template: `<p v-if="given.away">elsewhere</p>
      <pay-tag v-else ref="tag" :payment="given.payment" :src="given.src" :status-url="given.statusUrl" :qr="given.qr"
        :layout="given.layout" :lang="given.lang" :hidden="given.hidden" :tabindex="given.tabindex"
        :contact="given.contact" :home="given.home" :pay-notify="given.payNotify" :page-url="given.pageUrl"
        :create="given.create"
        @click="given.on?.click" @pay-status="given.on?.['pay-status']" @pay-paid="given.on?.['pay-paid']"
        @pay-copy="given.on?.['pay-copy']" @pay-open="given.on?.['pay-open']" @pay-problem="given.on?.['pay-problem']">
        {{ given.inside }}
        <b v-for="(text, slot) in given.slots" :key="slot" :slot="slot">{{ text }}</b>
      </pay-tag>`,
  });
  app.config.compilerOptions.isCustomElement = (name) => name.startsWith('pay-');
  app.mount(place);
  return { update: (next) => void (given.value = next), unmount: () => app.unmount(), ref: () => tag.value };
}
