import type { Outbox } from '../callbacks/outbox/outbox';
import { awaitedAnswersPart } from '../conversations/answer-mails/awaited-answers';
import { tagsPart } from '../conversations/inbox/tags/batch-part';
import type { BatchPart } from '../conversations/journal/batch/batch-part';
import { countingPart } from '../conversations/journal/batch/counting-part';
import { eventsPart } from '../conversations/journal/batch/events-part';
import { filesPart } from '../conversations/journal/batch/files-part';
import {
  conversationsPart,
  messagesPart,
  sessionsPart,
  ticketsPart,
} from '../conversations/journal/batch/own-parts';
import { suggestionsPart } from '../conversations/journal/batch/suggestions-part';

/** The batch parts of every feature, in the order in which the journal's transaction writes them. */
export function listBatchParts(outbox: Outbox): BatchPart[] {
  return [
    sessionsPart,
    messagesPart,
    filesPart,
    eventsPart(outbox),
    conversationsPart,
    tagsPart,
    ticketsPart,
    suggestionsPart,
    countingPart,
    awaitedAnswersPart,
  ];
}
