import type { Migration } from './migration';
import { baseline } from './migrations/0001-baseline';
import { healthAndDeletion } from './migrations/0002-health-and-deletion';
import { widgetSightings } from './migrations/0003-widget-sightings';
import { reports } from './migrations/0004-reports';
import { retention } from './migrations/0005-retention';
import { search } from './migrations/0006-search';
import { notes } from './migrations/0007-notes';
import { knowledge } from './migrations/0008-knowledge';
import { ratings } from './migrations/0009-ratings';
import { unanswered } from './migrations/0010-unanswered';
import { suggestions } from './migrations/0011-suggestions';
import { assignment } from './migrations/0012-assignment';
import { answerMails } from './migrations/0013-answer-mails';
import { attachments } from './migrations/0014-attachments';
import { unreadAndSnoozed } from './migrations/0015-unread-and-snoozed';
import { pages } from './migrations/0016-pages';
import { tags } from './migrations/0017-tags';
import { removedMessages } from './migrations/0018-removed-messages';
import { visitorBlocks } from './migrations/0019-visitor-blocks';
import { waitingMails } from './migrations/0020-waiting-mails';
import { lastSaidFile } from './migrations/0021-last-said-file';
import { arrivingUploads } from './migrations/0022-arriving-uploads';
import { proofOfMailbox } from './migrations/0023-proof-of-mailbox';
import { nodesAndPresence } from './migrations/0024-nodes-and-presence';
import { texts } from './migrations/0025-texts';
import { wordsVersion } from './migrations/0026-words-version';
import { translations } from './migrations/0027-translations';
import { knowledgeVectors } from './migrations/0028-knowledge-vectors';

/** In order; never changed once released, only added to. */
export const MIGRATIONS: readonly Migration[] = [
  baseline,
  healthAndDeletion,
  widgetSightings,
  reports,
  retention,
  search,
  notes,
  knowledge,
  ratings,
  unanswered,
  suggestions,
  assignment,
  answerMails,
  attachments,
  unreadAndSnoozed,
  pages,
  tags,
  removedMessages,
  visitorBlocks,
  waitingMails,
  lastSaidFile,
  arrivingUploads,
  proofOfMailbox,
  nodesAndPresence,
  texts,
  wordsVersion,
  translations,
  knowledgeVectors,
];
