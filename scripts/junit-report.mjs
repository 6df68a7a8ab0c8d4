/** Reads the JUnit reports of the test runners. Both write one element `testcase` for each test. */
import { existsSync, readFileSync } from 'node:fs';

/** One test with its content. A value may have a '>'. */
const CASE = /<testcase(?: [\w-]+="[^"]*")* *(?:\/>|>[^]*?<\/testcase>)/g;

/**
 * Returns the counts of a JUnit report. A check without a report counts as one test; one that fails has at least one
 * failure.
 */
export function count(report, ok) {
  if (!existsSync(report)) return { passed: Number(ok), failed: Number(!ok) };
  const xml = readFileSync(report, 'utf8');
  const [cases, skipped, failures] = ['testcase', 'skipped', 'failure'].map(
    (element) => xml.match(new RegExp(`<${element}[ />]`, 'g'))?.length ?? 0,
  );
  return { passed: cases - skipped - failures, failed: failures || Number(!ok) };
}

/** The failed tests of a JUnit report. Both test runners write the path of the file, absolute or below the project. */
export function failuresOf(report) {
  if (!existsSync(report)) return [];
  const cases = readFileSync(report, 'utf8').match(CASE) ?? [];
  const attribute = (xml, name) => new RegExp(` ${name}="([^"]*)"`).exec(xml)?.[1];
  return cases
    .filter((xml) => /<failure[ />]/.test(xml))
    .map((xml) => ({ name: attribute(xml, 'name'), file: attribute(xml, 'file'), message: attribute(xml, 'message') }));
}
