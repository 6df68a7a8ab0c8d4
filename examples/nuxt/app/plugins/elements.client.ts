import 'pay-elements/define';

export default defineNuxtPlugin(() => {});
