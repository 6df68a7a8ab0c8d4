import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPng, webUrl } from '../../src/core/web.ts';

describe('text that would become a link or an image', () => {
  it('is a link only to the web', () => {
    assert.equal(webUrl('https://pay.example/a b'), 'https://pay.example/a%20b');
    assert.equal(webUrl('/x', 'http://127.0.0.1:1/'), 'http://127.0.0.1:1/x');
    for (const bad of [
      'javascript:alert(1)',
      ' java\nscript:alert(1)',
      'data:text/html,x',
      'blob:x',
      '//',
      '',
      7,
      null,
      `https://x/${'a'.repeat(3000)}`,
    ])
      assert.equal(webUrl(bad), undefined, String(bad).slice(0, 30));
  });

  it('is an image only when it is a PNG', () => {
    assert.ok(readPng('data:image/png;base64,iVBORw0KGgoAAAA='));
    for (const bad of [
      'data:image/svg+xml;base64,iVBORw0KGgo=',
      'data:image/png;base64,PHN2Zz4=',
      'https://x/x.png',
      'data:image/png,iVBORw0KGgo',
      7,
    ])
      assert.equal(readPng(bad), undefined);
  });
});
