import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTooLong } from '../../../src/platform/message-text';
import { guardFrame } from '../../../src/conversations/widget-socket/incoming-frames';

const guard = (value: unknown) => guardFrame(JSON.stringify(value));
const message = (changes: Record<string, unknown> = {}) => ({
  type: 'msg',
  client_msg_id: 'm-1',
  content: 'Hi',
  ...changes,
});

describe('a frame of a visitor', () => {
  it.each([
    [message()],
    [message({ client_msg_id: '!'.repeat(64), content: 'x'.repeat(4_000) })],
    [message({ content: '🙂'.repeat(4_000) })],
    [message({ content: 'Zeile\nzwei\u0001' })],
    [{ type: 'typing', state: 'start' }],
    [{ type: 'typing', state: 'stop' }],
    [{ type: 'ping' }],
    [{ type: 'read', seq: 0 }],
    [{ type: 'escalate' }],
    [{ type: 'rate', rating: 1 }],
    [{ type: 'rate', rating: 5, comment: '🙂'.repeat(1_000) }],
    [{ type: 'sync', since: 12 }],
    [{ type: 'auth', token: '' }],
    [{ type: 'contact', email: 'ann@corp.test' }],
    [{ type: 'page', url: 'https://shop.example/', title: 'Shop' }],
  ])('passes a frame as it is: %o', (frame) => {
    expect(guard(frame)).toEqual({ ok: true, frame });
  });

  it('drops every field that does not belong to a frame', () => {
    const forged = { sender: 'agent', seq: 7, conversation_id: 'x', message_id: 'y' };
    expect(guard(message(forged))).toEqual({ ok: true, frame: message() });
    expect(guard({ type: 'ping', ...forged })).toEqual({ ok: true, frame: { type: 'ping' } });
  });

  it.each([
    [''],
    ['{'],
    ['null'],
    ['true'],
    ['7'],
    ['"msg"'],
    ['[]'],
    ['[{"type":"ping"}]'],
    ['{}'],
    ['{"type":null}'],
    ['{"type":7}'],
    ['{"type":["ping"]}'],
    ['{"type":"typing"}'],
    ['{"type":"typing","state":"pause"}'],
    ['{"type":"read"}'],
    ['{"type":"read","seq":-1}'],
    ['{"type":"read","seq":1.5}'],
    ['{"type":"read","seq":"1"}'],
    ['{"type":"read","seq":1e400}'],
    ['{"type":"read","seq":9007199254740993}'],
    ['{"type":"sync"}'],
    ['{"type":"sync","since":null}'],
    ['{"type":"auth"}'],
    ['{"type":"rate"}'],
    ['{"type":"rate","rating":0}'],
    ['{"type":"rate","rating":6}'],
    ['{"type":"rate","rating":4.5}'],
    ['{"type":"rate","rating":"5"}'],
    ['{"type":"rate","rating":5,"comment":7}'],
    ['{"type":"rate","rating":5,"comment":"a\\u0000"}'],
    ['{"type":"contact"}'],
    ['{"type":"contact","email":["ann@corp.test"]}'],
    ['{"type":"auth","token":{}}'],
    ['{"type":"page","url":"https://shop.example/"}'],
    ['{"type":"page","title":"Shop"}'],
    ['{"type":"page","url":["https://shop.example/"],"title":"Shop"}'],
    ['{"type":"msg","content":"Hi"}'],
    ['{"type":"msg","client_msg_id":7,"content":"Hi"}'],
    ['{"type":"msg","client_msg_id":"","content":"Hi"}'],
    ['{"type":"msg","client_msg_id":"a\\n","content":"Hi"}'],
    ['{"type":"msg","client_msg_id":"é","content":"Hi"}'],
    [JSON.stringify(message({ client_msg_id: 'x'.repeat(65) }))],
    ['{"__proto__":{"type":"ping"}}'],
  ])('refuses a frame as bad without naming a message: %s', (text) => {
    expect(guardFrame(text)).toEqual({ ok: false, code: 'invalid_frame', isBad: true });
  });

  it.each([
    ['no content', undefined],
    ['an empty one', ''],
    ['one that is no text', 7],
    ['one that is null', null],
    ['half a surrogate pair', 'a\ud83d'],
  ])('refuses a message with %s as bad, and names the message', (_name, content) => {
    expect(guard(message({ content }))).toEqual({
      ok: false,
      code: 'invalid_frame',
      clientMsgId: 'm-1',
      isBad: true,
    });
  });

  it.each([
    ['4,001 letters', 'x'.repeat(4_001)],
    ['4,001 emojis', '🙂'.repeat(4_001)],
    ['far too many letters', 'x'.repeat(100_000)],
  ])('refuses a message of %s as too long, which does not count as bad', (_name, content) => {
    expect(guard(message({ content }))).toEqual({
      ok: false,
      code: 'content_too_long',
      clientMsgId: 'm-1',
      isBad: false,
    });
  });

  it.each([['subscribe'], ['MSG'], ['constructor'], ['toString'], ['welcome']])(
    'refuses the unknown type %s, which does not count as bad',
    (type) => {
      expect(guard({ type })).toEqual({ ok: false, code: 'unknown_type', isBad: false });
    },
  );

  it('throws for no frame', () => {
    const type = fc.constantFrom('msg', 'typing', 'ping', 'read', 'escalate', 'sync', 'auth', 'x');
    const keys = ['client_msg_id', 'content', 'state', 'seq', 'since', 'token', '__proto__'];
    const almost = fc
      .tuple(type, fc.dictionary(fc.constantFrom(...keys), fc.jsonValue()))
      .map(([kind, fields]) => JSON.stringify({ ...fields, type: kind }));
    const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), almost);
    fc.assert(
      fc.property(anyText, (text) => {
        const guarded = guardFrame(text);
        if (guarded.ok) expect(guard(guarded.frame)).toEqual(guarded);
        else expect(guarded.code).toMatch(/^(invalid_frame|unknown_type|content_too_long)$/);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the length of a content', () => {
  it('counts the length of a message in code points', () => {
    const unit = fc.constantFrom('x', 'é', '🙂', '\n', '漢');
    fc.assert(
      fc.property(unit, fc.integer({ min: 3_995, max: 4_005 }), (character, count) => {
        expect(isTooLong(character.repeat(count))).toBe(count > 4_000);
      }),
    );
  });
});
