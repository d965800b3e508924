import type { StoredData } from '../../platform/storage/stored-data';
import type { Blocks } from './blocks';
import { VISITOR_BLOCKS } from './model';

export function blocksData({ forget }: Pick<Blocks, 'forget'>): StoredData {
  return {
    ofTenant: [VISITOR_BLOCKS],
    ofConversation: [
      {
        table: VISITOR_BLOCKS,
        of: 'session',
        column: 'subject',
        ifOld: "kind = 'session'",
        isChangedByErasure: true,
      },
    ],
    onErased: (tx, erased) => forget(tx, erased.tenantId, erased),
  };
}
