// A reporter for Node's test runner: the counts of its tests as JSON, suites not counted.
export default async function* countNode(events) {
  const count = { passed: 0, failed: 0 };
  for await (const { type, data } of events) {
    if (data?.details?.type === 'suite') continue;
    if (type === 'test:pass') count.passed++;
    if (type === 'test:fail') count.failed++;
  }
  yield JSON.stringify(count);
}
