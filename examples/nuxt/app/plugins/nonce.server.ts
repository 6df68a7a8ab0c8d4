/** Nuxt's scripts are tags of its head: they get the nonce of the policy in server/plugins/policy.ts. */
export default defineNuxtPlugin(() => {
  const { nonce } = useRequestEvent()!.context;
  injectHead().hooks!.hook('tags:resolve', ({ tags }) => {
    for (const { tag, props } of tags) if (tag === 'script') props.nonce = nonce;
  });
});
