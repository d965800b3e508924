import type { FieldProblem } from '../../platform/field-problems';
import type { ImportedConversation } from '../journal/imports/imported';

/** Earliest time that is accepted. A time in seconds, taken for milliseconds, is earlier. */
const EARLIEST = Date.UTC(2000, 0, 1);

/** Problems that the schema can't detect, at most one per conversation. */
export function problemsOf(
  conversations: readonly ImportedConversation[],
  now: number,
): FieldProblem[] {
  const places = new Map<string, number>();
  return conversations.flatMap((conversation, place): FieldProblem[] => {
    const field = `conversations.${place}`;
    if (places.has(conversation.externalId)) {
      return [{ field: `${field}.external_id`, code: 'duplicate' }];
    }
    places.set(conversation.externalId, place);
    if ('external_id' in conversation.metadata) {
      return [{ field: `${field}.metadata`, code: 'forbidden_key' }];
    }
    const problem = firstWrongTime(conversation, now);
    return problem
      ? [{ field: `${field}.messages.${problem.place}.created_at`, code: problem.code }]
      : [];
  });
}

function firstWrongTime({ messages }: ImportedConversation, now: number) {
  let before = EARLIEST;
  for (const [place, { createdAt }] of messages.entries()) {
    if (createdAt > now) return { place, code: 'in_the_future' };
    if (createdAt < EARLIEST) return { place, code: 'too_early' };
    if (createdAt < before) return { place, code: 'out_of_order' };
    before = createdAt;
  }
  return null;
}
