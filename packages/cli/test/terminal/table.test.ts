import { describe, expect, it } from 'vitest';
import { table } from '../../src/terminal/table';

describe('table', () => {
  const rows = [
    ['Shop', 'owner'],
    ['日本', 'operator'],
  ];

  it('aligns the columns of a table, with wide characters too', () => {
    expect(table(['NAME', 'ROLE'], rows, 80)).toBe(
      ['NAME  ROLE', 'Shop  owner', '日本  operator'].join('\n'),
    );
  });

  it('fits a table into the terminal by cutting its widest column', () => {
    const long = [['x'.repeat(40), 'short']];
    const lines = table(['NAME', 'ROLE'], long, 20).split('\n');
    expect(lines[1]).toBe(`${'x'.repeat(12)}…  short`);
  });

  it('cuts the ids and times of a table last', () => {
    const id = '01a1fed2-be30-7539-be8e-6c44c106f617';
    const long = [['x'.repeat(30), '2026-11-21 15:56', id]];
    const headings = ['NAME', 'SINCE (UTC)', 'ID'];
    expect(table(headings, long, 80).split('\n')[1]).toBe(
      `${'x'.repeat(23)}…  2026-11-21 15:56  ${id}`,
    );
    expect(table(headings, long, 40).split('\n')[1]).toHaveLength(40);
  });

  it('prints no escape sequence in a table', () => {
    expect(table(['NAME'], [['a\u001b[2J\nb']], 80)).toBe('NAME\na␛[2J b');
  });
});
