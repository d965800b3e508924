import { filesData, type FilesDataDeps } from '../attachments/stored-data';
import { knowledgeData } from '../bots/knowledge/stored-data';
import { translationsData } from '../bots/translation/stored-data';
import { unansweredData } from '../bots/unanswered/stored-data';
import { callbacksData } from '../callbacks/events/stored-data';
import { answerMailsData } from '../conversations/answer-mails/stored-data';
import { notesData } from '../conversations/inbox/notes/stored-data';
import { tagsData } from '../conversations/inbox/tags/stored-data';
import { waitingMailsData } from '../conversations/inbox/waiting-mails/stored-data';
import { conversationsData } from '../conversations/journal/stored-data';
import { operatorsData } from '../operators/stored-data';
import type { StoredData } from '../platform/storage/stored-data';
import { reportsData } from '../reports/stored-data';
import { searchData } from '../search/stored-data';
import { tenantApiData } from '../tenant-api/stored-data';
import { tenantsData } from '../tenants/stored-data';
import type { Blocks } from '../visitors/blocks/blocks';
import { blocksData } from '../visitors/blocks/stored-data';
import { visitorsData } from '../visitors/stored-data';

/** Lists the data of every feature. Erasures and retention delete it in this order. */
export function listStoredData(
  deps: FilesDataDeps & { blocks: Pick<Blocks, 'forget'> },
): StoredData[] {
  return [
    answerMailsData,
    conversationsData,
    translationsData,
    filesData(deps),
    searchData,
    notesData,
    tagsData,
    unansweredData,
    callbacksData,
    visitorsData,
    blocksData(deps.blocks),
    reportsData,
    knowledgeData,
    waitingMailsData,
    operatorsData,
    tenantApiData,
    tenantsData,
  ];
}
