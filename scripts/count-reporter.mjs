/** A closing line a machine can read, `N passed, N failed`; with COUNT_FILE set, the same as JSON in that file. */
import { writeFileSync } from 'node:fs';

export function countReporter(file = process.env.COUNT_FILE) {
  return {
    stop({ sessions }) {
      const count = { passed: 0, failed: 0 };
      const add = ({ tests, suites }) => {
        for (const { passed, skipped } of tests) if (!skipped) count[passed ? 'passed' : 'failed']++;
        suites.forEach(add);
      };
      for (const { testResults, errors } of sessions) {
        if (testResults) add(testResults);
        if (errors?.length) count.failed++;
      }
      if (file) writeFileSync(file, JSON.stringify(count));
      // After the lines of the runner's own reporter.
      setImmediate(() => console.log(`${count.passed} passed, ${count.failed} failed`));
    },
  };
}
