import { expect, it } from 'vitest';
import { createRecordReader } from '../../src/importer/records';

it('names what is wrong with a line', () => {
  const read = createRecordReader();
  const problemOf = (text: string, number = 1) => {
    const record = read({ number, text });
    return record.type === 'problem' ? `${record.field}:${record.code}` : record.type;
  };
  const reply = (fields: object) => JSON.stringify({ type: 'canned_reply', ...fields });
  const hello = { shortcut: 'hello', content: 'Hello!' };
  const id = (value: unknown) => JSON.stringify({ type: 'conversation', external_id: value });

  expect(problemOf('{"type":')).toBe(':bad_json');
  expect(problemOf('["conversation"]')).toBe(':not_an_object');
  expect(problemOf('{}')).toBe('type:required');
  expect(problemOf('{"type":"contact"}')).toBe('type:unknown_type');
  expect(problemOf(id('c-1'), 3)).toBe('conversation');
  expect(problemOf(id('c-1'), 9)).toBe('external_id:duplicate_of_line_3');
  expect(problemOf(id(7))).toBe('conversation');
  expect(problemOf(id('x'.repeat(300_000)))).toBe(':too_long');
  expect(problemOf(reply({ ...hello, tags: [] }))).toBe('tags:unknown_field');
  expect(problemOf(reply({ ...hello, toString: 'x' }))).toBe('toString:unknown_field');
  expect(problemOf(reply({ shortcut: 'hello' }))).toBe('content:required');
  expect(problemOf(reply({ ...hello, shortcut: 'bell\u0007' }))).toBe('shortcut:invalid');
  expect(problemOf(reply({ ...hello, content: '😀'.repeat(4_001) }))).toBe('content:invalid');
  expect(problemOf(reply({ ...hello, locale: 'e' }))).toBe('locale:invalid');
  expect(problemOf(reply(hello), 4)).toBe('canned_reply');
  expect(problemOf(reply(hello), 5)).toBe('shortcut:duplicate_of_line_4');
  expect(read({ number: 6, problem: 'not_utf8' })).toMatchObject({ type: 'problem', field: '' });
});
