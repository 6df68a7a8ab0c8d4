import { PayTag } from 'pay-elements/vue';
import { createApp, shallowRef } from 'vue/dist/vue.esm-bundler.js';

// Without devtools Vue waits for them for three seconds.
globalThis.__VUE_DEVTOOLS_GLOBAL_HOOK__ ??= { emit() {} };

export function mount(place, first) {
  const given = shallowRef(first);
  const tag = shallowRef();
  const app = createApp({
    components: { PayTag },
    setup: () => ({ given, tag }),
    template: `<p v-if="given.away">elsewhere</p>
      <PayTag v-else ref="tag" :payment="given.payment" :src="given.src" :status-url="given.statusUrl" :qr="given.qr"
        :layout="given.layout" :lang="given.lang" :hidden="given.hidden" :tabindex="given.tabindex"
        :contact="given.contact" :home="given.home" :pay-notify="given.payNotify" :page-url="given.pageUrl"
        :create="given.create"
        @click="given.on?.click" @pay-status="given.on?.['pay-status']" @pay-paid="given.on?.['pay-paid']"
        @pay-copy="given.on?.['pay-copy']" @pay-open="given.on?.['pay-open']" @pay-problem="given.on?.['pay-problem']">
        {{ given.inside }}
        <template v-for="(text, slot) in given.slots" #[slot]>{{ text }}</template>
      </PayTag>`,
  });
  app.mount(place);
  return { update: (next) => void (given.value = next), unmount: () => app.unmount(), ref: () => tag.value };
}
