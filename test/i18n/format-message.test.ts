import assert from 'node:assert/strict';
import { it } from 'node:test';
import { joinSentences } from '../../src/i18n/format-message.ts';

it('sentences are separated as their language does it', () => {
  assert.equal(
    joinSentences({ lang: 'de' }, 'Zahlen Sie bis 12:00.', undefined, 'Diese Seite aktualisiert sich.'),
    'Zahlen Sie bis 12:00. Diese Seite aktualisiert sich.',
  );
  assert.equal(
    joinSentences({ lang: 'ja' }, '12:00までにお支払いください。', '更新されます。'),
    '12:00までにお支払いください。更新されます。',
  );
  assert.equal(joinSentences({ lang: 'zh-Hant' }, '請付款。', '請稍候。'), '請付款。請稍候。');
  assert.equal(joinSentences({ lang: 'en' }, undefined), '');
});
