import { placeholders } from '../../platform/storage/sql';
import { deleteRowsOf, rowsOf, type StoredData } from '../../platform/storage/stored-data';
import { AWAITED_ANSWERS } from '../journal/model';
import { MAIL_STOPS, VISITOR_MAILS } from './model';

const MAILS = { table: VISITOR_MAILS, of: 'session', isChangedByErasure: true } as const;

export const answerMailsData: StoredData = {
  ofTenant: [AWAITED_ANSWERS, VISITOR_MAILS, MAIL_STOPS],
  ofConversation: [{ table: AWAITED_ANSWERS, of: 'session' }, MAILS],
  /** Removes mails that wait to be sent, and the links of those that were. */
  onErased: async (tx, erased) => {
    const range = rowsOf(MAILS, erased);
    if (!range) return;
    const mails = await tx.rows<{ mail_id: string }>(
      `SELECT mail_id FROM visitor_mails WHERE ${range.where}`,
      range.params,
    );
    if (mails.length === 0) return;
    await tx.run(
      `DELETE FROM mails WHERE mail_id IN ${placeholders(1, mails.length)}`,
      mails.map(({ mail_id }) => mail_id),
    );
    await deleteRowsOf(tx, MAILS, erased);
  },
};
