import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { createTokenIndex } from '../../../src/server/stores/token-index.ts';

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

describe('the index of watched tokens', () => {
  it('finds a token by its hash, also one that was added just before', async () => {
    const index = createTokenIndex();
    assert.equal(await index.find(hashOf('a')), undefined);
    index.add('a');
    assert.equal(await index.find(hashOf('a')), 'a');
    index.add('a');
    index.add('b');
    assert.deepEqual([await index.find(hashOf('a')), await index.find(hashOf('b'))], ['a', 'b']);
    assert.equal(await index.find('a'), undefined);
  });

  it('forgets a token that was removed, also while its hash is computed, until it is added again', async () => {
    const index = createTokenIndex();
    index.add('a');
    index.remove('a');
    assert.equal(await index.find(hashOf('a')), undefined);
    index.add('a');
    index.remove('a');
    index.add('a');
    assert.equal(await index.find(hashOf('a')), 'a');
    index.remove('a');
    index.remove('unknown');
    await index.find('');
    assert.equal(await index.find(hashOf('a')), undefined);
  });
});
