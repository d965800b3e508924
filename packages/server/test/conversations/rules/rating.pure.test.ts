import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/conversations/rules/commands';
import { countChange } from '../../../src/conversations/rules/counting';
import { DAY, HOUR } from '../../../src/platform/clock';
import { Play } from '../../support/conversation-play';
import { ann, visitorSays, surroundings } from '../../support/conversations';

const rated = (score: number, comment: string | null = null): Command => ({
  type: 'rate',
  score,
  comment,
});
const CONFLICT = {
  kind: 'refusal',
  code: 'state_conflict',
  message: expect.any(String) as string,
};

describe('a rating', () => {
  it.each(['none', 'BOT', 'WAITING', 'ASSIGNED to Ann'] as const)(
    'is refused of a conversation that is in %s',
    (place) => {
      expect(new Play().goTo(place).do(rated(5))).toEqual(CONFLICT);
    },
  );

  it('is refused by a tenant that does not ask for it', () => {
    expect(new Play({ hasRating: false }).goTo('RESOLVED').do(rated(5))).toEqual(CONFLICT);
  });

  it('can be changed for 24 hours after the first, and repeated at any time', () => {
    const play = new Play().goTo('RESOLVED');
    play.change(rated(1, 'Slow'));
    play.now += DAY - HOUR;
    play.change(rated(2));
    play.now += 2 * HOUR;
    expect(play.do(rated(3))).toEqual(CONFLICT);
    expect(play.do(rated(2)).kind).toBe('unchanged');
  });

  it('may come as late as the visitor likes, and again after the next resolution', () => {
    const play = new Play().goTo('RESOLVED');
    play.now += 20 * DAY;
    play.change(rated(4));
    play.change(visitorSays('Once more'));
    expect(play.do(rated(5))).toEqual(CONFLICT);
    expect(play.state?.rating).toMatchObject({ score: 4, operatorId: ann.operatorId });
    play.change({ type: 'resolve', actor: 'bot' });
    const { events } = play.change(rated(2));
    expect(events).toMatchObject([{ body: { replaces: null, rating: { resolved_by: 'bot' } } }]);
  });

  it('changes as often as the visitor may write, and then has to wait', () => {
    const play = new Play().goTo('RESOLVED');
    play.change(rated(1));
    const left = 2_000 - (play.state?.countedMessages ?? 0);
    for (let change = 0; change < left; change++) play.change(rated(change % 2 === 0 ? 2 : 3));
    expect(play.do(rated(5))).toMatchObject({ kind: 'refusal', code: 'rate_limited' });
  });

  it('is counted when it was given, and its change takes it back there', () => {
    const play = new Play().goTo('RESOLVED');
    const first = play.change(rated(2));
    const givenAt = play.now;
    const before = play.state;
    play.now += HOUR;
    const second = play.change(rated(5));
    const around = (now: number) => ({ now, targets: surroundings().targets });
    expect(countChange(rated(2), null, first, around(givenAt)).rating).toEqual({
      score: 2,
      replaced: null,
      firstAt: givenAt,
    });
    expect(countChange(rated(5), before, second, around(play.now)).rating).toEqual({
      score: 5,
      replaced: 2,
      firstAt: givenAt,
    });
  });

  it('knows who resolved what a relay of the last release resolved', () => {
    const play = new Play().goTo('RESOLVED');
    if (play.state) play.state.resolver = null;
    play.change(rated(3));
    expect(play.state?.rating).toMatchObject({
      resolvedBy: 'agent',
      operatorId: ann.operatorId,
    });
  });
});
