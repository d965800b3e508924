import { describe, expect, it } from 'vitest';
import { reduceDesk } from '../src/reducer';
import { initialDesk, type DeskState } from '../src/state';
import type { FeedUpdate } from '@chat-relay/server/wire/conversations/live';
import { readUpdate } from '../src/wire';

const draft = (at: number, text: string, id = 'a'): FeedUpdate => ({
  type: 'draft',
  conversation_id: id,
  stream_id: 's1',
  at,
  text,
});

function after(...updates: FeedUpdate[]): string | null {
  const opened: DeskState = reduceDesk(initialDesk({ name: 'Ona' }), { type: 'opened', id: 'a' });
  const state = updates.reduce(
    (before, update) => reduceDesk(before, { type: 'update', update, nowMs: 0 }),
    opened,
  );
  return state.open?.botDraft?.text ?? null;
}

describe('the answer that the bot is writing', () => {
  it('grows in the open conversation alone', () => {
    expect(after(draft(0, 'Two 📦'), draft(5, ' days'))).toBe('Two 📦 days');
    expect(after(draft(0, 'Two', 'b'))).toBeNull();
  });

  it('is dropped when a piece is missing', () => {
    expect(after(draft(0, 'Two'), draft(7, 'days'))).toBeNull();
    expect(after(draft(7, 'days'))).toBeNull();
  });

  it('is taken back when it is discarded, and stays until its message comes', () => {
    const end = (outcome: 'message' | 'discarded'): FeedUpdate => ({
      type: 'draft_end',
      conversation_id: 'a',
      stream_id: 's1',
      outcome,
    });
    const message: FeedUpdate = {
      type: 'message',
      conversation_id: 'a',
      last_seq: 2,
      message: {
        message_id: 'm2',
        seq: 2,
        sender: { kind: 'bot' },
        content: 'Two days',
        created_at: '2026-01-01',
      },
    };
    expect(after(draft(0, 'Two'), end('discarded'))).toBeNull();
    expect(after(draft(0, 'Two'), end('message'))).toBe('Two');
    expect(after(draft(0, 'Two'), end('message'), message)).toBeNull();
  });

  it('is known among the updates', () => {
    expect(readUpdate(draft(0, 'Two'))).toEqual(draft(0, 'Two'));
  });
});
