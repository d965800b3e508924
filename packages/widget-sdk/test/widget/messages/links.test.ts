import { describe, expect, it } from 'vitest';
import { splitLinks } from '../../../src/widget/messages/links';

const linksIn = (content: string) =>
  splitLinks(content)
    .filter(({ href }) => href !== undefined)
    .map(({ text }) => text);

describe('splitting a message into text and links', () => {
  it.each([
    ['see https://a.example/b?c=d#e', ['https://a.example/b?c=d#e']],
    ['HTTP://A.EXAMPLE and http://b.example', ['HTTP://A.EXAMPLE', 'http://b.example']],
    ['end of a sentence: https://a.example/b.', ['https://a.example/b']],
    ['(https://a.example/b), really', ['https://a.example/b']],
    ['https://a.example/wiki/Clay_(pottery)', ['https://a.example/wiki/Clay_(pottery)']],
    ['«https://a.example/é»', ['https://a.example/é']],
    ['هل رأيت https://a.example/b؟', ['https://a.example/b']],
    ['看这里 https://a.example/b。', ['https://a.example/b']],
    ['https://a.example/_foo_', ['https://a.example/_foo_']],
    ['https://a.example/\u202egpj.exe', ['https://a.example/']],
    ['\u2066https://a.example/b\u2069', ['https://a.example/b']],
  ])('finds the addresses of %j', (content, expected) => {
    expect(linksIn(content)).toEqual(expected);
  });

  it.each([
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'https://',
    'https://user:secret@evil.example',
    'https://bank.example@evil.example/',
    'www.a.example',
    'xhttps://a.example',
  ])('leaves %j text', (content) => {
    expect(linksIn(content)).toEqual([]);
  });

  it('keeps the message to the letter', () => {
    const content =
      ' a https://a.example/x). <b>https://b.example"onclick=1</b> https://u:p@c.example !';
    expect(
      splitLinks(content)
        .map(({ text }) => text)
        .join(''),
    ).toBe(content);
  });

  it('stays quick on hostile input', () => {
    const startedAt = performance.now();
    splitLinks(`https://a.example/${')'.repeat(4000)}`);
    splitLinks('https://'.repeat(500));
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });
});
