/** What a server rendered is taken over, and not made again. */
import { held } from './shop.ts';
import { same, until, type Expectation, type Tag } from './stage.ts';
import type { Row } from './tags.ts';

export const hydrated = (row: Row): Record<string, Expectation> => ({
  async 'takes over the tag that its server rendered'({ mount }) {
    const received: string[] = [];
    const statusUrl = held();
    const on = { 'pay-status': ({ phase }: { phase: string }) => received.push(phase) };
    const { place, ref } = mount({ ...row.give(), statusUrl, layout: 'row', on });
    await until(() => received.length);
    const tag = ref() as Tag & { fromServer?: true };
    same([tag === place.firstElementChild, tag.fromServer], [true, true], 'the same element:');
    same([received, tag.statusUrl, tag.layout, tag.className], [['awaiting'], statusUrl, 'row', 'card']);
  },
});
