/** A tag that goes takes with it all that it began; `play` looks after every expectation whether it did. */
import { held } from './shop.ts';
import { inside, part, same, until, type Expectation } from './stage.ts';
import type { Row } from './tags.ts';

export const leaving = (row: Row): Record<string, Expectation> => ({
  async 'leaves nothing when it goes before its card is there'({ mount }) {
    mount().unmount();
    mount({ src: held() }).unmount();
  },

  async 'leaves nothing when it goes before its payment is there'({ mount, requestOf }) {
    const src = held();
    const { unmount } = mount({ src });
    await until(() => requestOf(src) === 1);
    unmount();
  },

  async 'leaves nothing when it goes with the help open beside its button'({ show, resources }) {
    const { tag, unmount } = await show();
    part(tag, 'help-button')!.click();
    await until(() => inside(tag, '#help.placed'));
    same(!!(await resources.left()).observers, true, 'follows the button:');
    unmount();
  },

  async 'leaves nothing when it goes the moment the payer opened the help and copied'({ show }) {
    const { tag, unmount } = await show();
    const opened = new Promise((done) => inside(tag, '#help')!.addEventListener('toggle', done));
    part(tag, 'copy-button')?.click();
    part(tag, 'help-button')!.click();
    unmount();
    await opened;
  },

  async 'leaves nothing when it is mounted, unmounted and mounted again'({ show }) {
    for (let times = 3; times; times--) {
      const { tag, unmount } = await show();
      same(!!inside(tag, row.payable), true);
      unmount();
    }
  },
});
