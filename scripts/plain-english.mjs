// Lists words that style forbids in what people read: documentation, comments, messages, test names.
import { filesToRead, problemsOf } from './lib/plain-english.mjs';
import { runScript, say } from './lib/report.mjs';

await runScript(async () => {
  const problems = filesToRead().flatMap(problemsOf);
  problems.forEach(say);
  return problems.length === 0 ? 0 : 1;
});
