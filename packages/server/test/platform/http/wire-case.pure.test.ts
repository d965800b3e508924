import { expect, it } from 'vitest';
import { fromWire, toWire } from '../../../src/platform/http/wire-case';

const WIRE = {
  reply_timeout_s: 30,
  theme: { accent_color: null, position: 'left' },
  types: ['a_b'],
};
const CODE = { replyTimeoutS: 30, theme: { accentColor: null, position: 'left' }, types: ['a_b'] };

it('renames the fields of an object and of those inside it, both ways', () => {
  expect(fromWire(WIRE)).toEqual(CODE);
  expect(toWire(WIRE, CODE)).toEqual(WIRE);
});

it('shows clients no field that the wire does not have', () => {
  const stored = { ...CODE, sealedKey: 'k', theme: { ...CODE.theme, later: true } };
  expect(toWire(WIRE, stored)).toEqual(WIRE);
});

it('keeps the order of the fields that the wire has', () => {
  const { replyTimeoutS, ...rest } = CODE;
  expect(Object.keys(toWire(WIRE, { ...rest, replyTimeoutS }))).toEqual(Object.keys(WIRE));
});
