import { expect, it } from 'vitest';
import { RefusalError } from '../src/api/refusal';
import { outcomeText } from '../src/callbacks/health';
import { reasonOf } from '../src/inbox/model/visitor';
import { problemOf } from '../src/records/field-problem';
import { refusalText } from '../src/ui/refusal-text';
import { createFormat } from '../src/words/format';
import { base } from '../src/words/en/base';
import { signedIn } from '../src/words/en/signed-in';
import type { EscalationReason } from '@chat-relay/receiver-sdk';
import { buildRow } from '../../desk/test/support/desk-fixtures';

const words = { ...base, ...signedIn };

it.each(['constructor', 'toString', '__proto__', 'later'])(
  'shows the unknown code %s as an unknown code',
  (code) => {
    const escalation_reason = code as EscalationReason; // a later relay may have more of them
    expect(reasonOf(buildRow({ conversation_id: 'one', escalation_reason }), words)).toBe(code);
    expect(outcomeText(code, words)).toBe(code);
    const refused = new RefusalError(422, { code, details: [{ field: 'name', code }] }, '');
    expect(problemOf(refused, 'name', words)).toBe(words.common.notAccepted);
    const language = { locale: 'en' as const, words, format: createFormat('en') };
    expect(refusalText(refused, language)).toBe(words.refusals.unknown);
  },
);
