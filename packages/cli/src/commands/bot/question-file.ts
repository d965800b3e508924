import { readFileSync } from 'node:fs';
import { readQuestions, type BotQuestion } from '@chat-relay/desk/bot-cases';
import { EXIT, ExitError } from '../../errors';

const MAX_BYTES = 4_194_304;

/** Reads the questions of a CSV file, or of a text file with one per line. @throws {ExitError} */
export function readQuestionFile(file: string): BotQuestion[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ExitError(EXIT.usage, `${file} can't be read. Give a CSV file.`, { cause: error });
  }
  const questions =
    text.length > MAX_BYTES ? null : /\.txt$/i.test(file) ? readLines(text) : readQuestions(text);
  if (questions !== null && questions.length > 0) return questions;
  const message = `${file} has no questions: each row of the CSV begins with one; what is expected follows.`;
  throw new ExitError(EXIT.usage, message);
}

function readLines(text: string): BotQuestion[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  return lines.flatMap((line) => (line.trim() === '' ? [] : [{ question: line.trim() }]));
}
