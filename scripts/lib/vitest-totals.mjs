import { existsSync, readFileSync } from 'node:fs';

/**
 * Reads vitest's JSON report. A file that could not even be loaded counts as one failure, and so
 * does a run that failed for a reason no test carries (an unhandled rejection, a crash).
 * @param {string} file @param {number} exitCode
 */
export function readTotals(file, exitCode) {
  if (!existsSync(file)) return { passed: 0, failed: exitCode === 0 ? 0 : 1, skipped: 0 };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const brokenFiles = report.testResults.filter(
    (/** @type {{ status: string, assertionResults: { status: string }[] }} */ result) =>
      result.status === 'failed' &&
      !result.assertionResults.some(({ status }) => status === 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}
