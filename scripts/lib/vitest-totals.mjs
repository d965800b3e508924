import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { inRoot } from './paths.mjs';

/** How much of a failure's message the totals repeat, in lines. */
const MESSAGE_LINES = 3;

/**
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} Test
 * @typedef {{ name: string, status: string, message: string, assertionResults: Test[] }} TestFile
 *
 * @typedef {object} Totals
 * @property {number} passed
 * @property {number} skipped
 * @property {Failure[]} failures
 * @property {string[]} files those that ran, from the root
 *
 * @typedef {object} Failure
 * @property {string} [file] from the root; none for an error that no file carries
 * @property {string} name
 * @property {string} message its first lines
 */

/**
 * Reads vitest's JSON report. A file that could not even be loaded counts as one failure, and so does a run that
 * failed for a reason no test carries (an unhandled rejection, a crash).
 * @param {string} report @param {number} exitCode @returns {Totals}
 */
export function readTotals(report, exitCode) {
  if (!existsSync(report)) {
    const failures = exitCode === 0 ? [] : [nameless('no test report')];
    return { passed: 0, skipped: 0, failures, files: [] };
  }
  const run = JSON.parse(readFileSync(report, 'utf8'));
  const failures = run.testResults.flatMap(failuresOf);
  if (failures.length === 0 && exitCode !== 0)
    failures.push(nameless('an error outside the tests'));
  return {
    passed: run.numPassedTests,
    skipped: run.numPendingTests + run.numTodoTests,
    failures,
    files: run.testResults.map(fileOf),
  };
}

/** @param {TestFile} testFile */
const fileOf = ({ name }) => relative(inRoot(), name);

/** @param {string} name @returns {Failure} */
const nameless = (name) => ({ name, message: '' });

/** @param {TestFile} testFile @returns {Failure[]} */
function failuresOf(testFile) {
  const { status, message, assertionResults } = testFile;
  const file = fileOf(testFile);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0 && status === 'failed') {
    return [{ file, name: file, message: firstLines(message) }];
  }
  return failed.map(({ fullName, failureMessages }) => ({
    file,
    name: `${file} > ${fullName}`,
    message: firstLines(failureMessages.join('\n')),
  }));
}

/** @param {string} message */
const firstLines = (message) => message.split('\n').slice(0, MESSAGE_LINES).join('\n');
