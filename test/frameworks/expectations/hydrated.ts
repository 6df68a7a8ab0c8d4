/** What a server rendered is taken over, and not made again. */
import { held } from './shop.ts';
import { same, until, type Expectation, type Tag } from './stage.ts';
import type { Row } from './tags.ts';

export const hydrated = (row: Row): Record<string, Expectation> => ({
  async 'takes over the tag that its server rendered'({ mount }) {
    const heard: string[] = [];
    const statusUrl = held();
    const on = { 'pay-status': ({ phase }: { phase: string }) => heard.push(phase) };
    const { place, ref } = mount({ ...row.give(), statusUrl, layout: 'row', on });
    await until(() => heard.length);
    const tag = ref() as Tag & { fromServer?: true };
    same([tag === place.firstElementChild, tag.fromServer], [true, true], 'the same element:');
    same([heard, tag.statusUrl, tag.layout, tag.className], [['awaiting'], statusUrl, 'row', 'card']);
  },
});
