import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { count, failuresOf } from '../../scripts/junit-report.mjs';

function write(t: TestContext, xml: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'pay-elements-junit-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'report.xml'), xml);
  return join(folder, 'report.xml');
}

it('names the file of a failed test, whatever the names of the tests before it contain', (t) => {
  const report = write(
    t,
    `<testsuites><testsuite name="editors">
      <testcase name="documents all of &lt;pay-crypto>" time="0.1" classname="test" file="/shop/editors.test.ts"/>
    </testsuite><testsuite name="package">
      <testcase name="is small" time="0.1" classname="test" file="/shop/package.test.ts">
        <failure type="testCodeFailure" message="5026771 bytes">a > b</failure>
      </testcase>
      <testcase name="is left out" time="0" classname="test"><skipped/></testcase>
    </testsuite></testsuites>`,
  );
  assert.deepEqual(failuresOf(report), [{ name: 'is small', file: '/shop/package.test.ts', message: '5026771 bytes' }]);
  assert.deepEqual(count(report, false), { passed: 1, failed: 1 });
});

it('counts a command without a report as one test', () => {
  assert.deepEqual(count('/nowhere.xml', true), { passed: 1, failed: 0 });
  assert.deepEqual(count('/nowhere.xml', false), { passed: 0, failed: 1 });
  assert.deepEqual(failuresOf('/nowhere.xml'), []);
});
