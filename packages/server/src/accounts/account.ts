import { newId } from '../platform/ids';
import type { Tx } from '../platform/storage/database';
import { forUpdate, insertIfAbsent, type Sql } from '../platform/storage/sql';
import { listColumns, pickColumns, type RowOf } from '../platform/storage/table';
import { ACCOUNTS } from './model';

/** The columns without the password hash. */
export const PUBLIC_ACCOUNT = pickColumns(
  ACCOUNTS,
  'account_id',
  'email',
  'display_name',
  'status',
  'is_system',
  'mfa_enabled',
  'totp_enabled',
  'created_at',
);
const ACCOUNT_COLUMNS = listColumns(PUBLIC_ACCOUNT);

/** An account as other features see it. */
export type AccountRow = RowOf<typeof PUBLIC_ACCOUNT>;
export type AccountStatus = AccountRow['status'];

export interface AccountWithPassword extends AccountRow {
  password_hash: string;
}

export async function findAccount(sql: Sql, accountId: string): Promise<AccountRow | null> {
  const [row] = await sql.rows<AccountRow>(
    `SELECT ${ACCOUNT_COLUMNS} FROM accounts WHERE account_id = ?`,
    [accountId],
  );
  return row ?? null;
}

export async function findAccountByEmail(
  sql: Sql,
  email: string,
): Promise<AccountWithPassword | null> {
  const [row] = await sql.rows<AccountWithPassword>(
    `SELECT ${ACCOUNT_COLUMNS}, password_hash FROM accounts WHERE email = ?`,
    [email],
  );
  return row ?? null;
}

/** Reads an account and locks its row until the transaction ends. */
export async function lockAccount(tx: Tx, accountId: string): Promise<AccountWithPassword | null> {
  const [row] = await tx.rows<AccountWithPassword>(
    `SELECT ${ACCOUNT_COLUMNS}, password_hash FROM accounts WHERE account_id = ?${forUpdate(tx.dialect)}`,
    [accountId],
  );
  return row ?? null;
}

export interface NewAccount {
  email: string;
  passwordHash: string;
  displayName: string;
  status: AccountStatus;
  isSystem: boolean;
  createdAt: number;
}

/** Inserts an account; false if the address is taken. */
export function insertAccount(tx: Tx, account: NewAccount): Promise<boolean> {
  return insertIfAbsent(tx, ACCOUNTS, {
    account_id: newId(),
    email: account.email,
    password_hash: account.passwordHash,
    display_name: account.displayName,
    status: account.status,
    is_system: account.isSystem ? 1 : 0,
    mfa_enabled: 1,
    totp_enabled: 0,
    last_totp_step: null,
    created_at: account.createdAt,
  });
}
