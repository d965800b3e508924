import { readItems } from '@chat-relay/desk/relay/listing';
import { Filters } from '../records/filters';
import { RecordList } from '../records/record-list';
import { queryOf, useUrlFilter } from '../records/url-filter';
import { useAct } from '../records/use-act';
import { useListing } from '../records/use-listing';
import { useConsole } from '../state/console';
import { Button } from '../ui/button';
import { Time } from '../ui/time';
import { useLanguage } from '../words/language';
import { csvOf } from './csv';
import { download } from '../records/download';
import type { AuditEntry } from '@chat-relay/server/wire/audit';

const PAGE = 200;
const MOST_EXPORTED = 10_000;

export function AuditList({
  route,
  query,
}: {
  route: 'console/fetch/audit-log' | 'console/system/fetch/audit-log';
  query: Record<string, string>;
}) {
  const { api } = useConsole();
  const { words, format } = useLanguage();
  const { audit, callbacks } = words;
  const filter = useUrlFilter();
  const act = useAct();
  const address = {
    route,
    plural: 'entries',
    query: { ...query, ...queryOf(filter, ['since', 'until']) },
  } as const;
  const nameOf = (by: { display_name: string }): string => by.display_name || audit.deletedAccount;
  const actor = filter.get('actor');
  const action = filter.get('action');
  const isShown = (entry: AuditEntry): boolean =>
    (actor === '' || entry.actor?.account_id === actor) &&
    (action === '' || entry.action === action);
  const isSearch = actor + action !== '';
  const key = isSearch ? `${actor} ${action}` : '';
  const listing = useListing(address, isSearch ? 'fixed' : { everyMs: 10_000 }, PAGE, {
    key,
    isWanted: isShown,
  });
  const entries = listing.items ?? [];
  // The chosen person and action stay in their menus, even if no entry matches.
  const actors = new Map([
    ...(actor === '' ? [] : [[actor, actor] as const]),
    ...entries.flatMap(({ actor: by }) => (by ? [[by.account_id, nameOf(by)] as const] : [])),
  ]);
  const actions = [...new Set([...entries.map((entry) => entry.action), action])]
    .filter((name) => name !== '')
    .toSorted();
  const oldest = entries.at(-1);

  const exportAll = (): Promise<void> =>
    act(async () => {
      const { items } = await readItems(api, address, { most: MOST_EXPORTED });
      const rows = items
        .filter(isShown)
        .map((entry) => [
          entry.created_at,
          entry.action,
          entry.actor?.display_name ?? '',
          entry.actor?.account_id ?? '',
          entry.subject ?? '',
          entry.ip ?? '',
          JSON.stringify(entry.details),
        ]);
      const head = ['created_at', 'action', 'actor', 'account_id', 'subject', 'ip', 'details'];
      download('audit-log.csv', 'text/csv', csvOf([head, ...rows]));
    });

  return (
    <>
      <Filters
        filter={filter}
        fields={[
          {
            name: 'actor',
            label: audit.actor,
            options: [...actors].map(([value, label]) => ({ value, label })),
          },
          {
            name: 'action',
            label: audit.action,
            options: actions.map((value) => ({ value, label: value })),
          },
          { name: 'since', label: callbacks.since, kind: 'datetime-local' },
          { name: 'until', label: callbacks.until, kind: 'datetime-local' },
        ]}
      />
      <div>
        <Button onClick={() => void exportAll()}>{audit.exportCsv}</Button>
      </div>
      {isSearch && oldest && (
        <p class="meta" role="status">
          {listing.hasMore
            ? audit.searchedUntil(
                format.number(entries.length),
                format.moment(Date.parse(oldest.created_at)),
              )
            : audit.searchedAll(format.number(entries.length))}
        </p>
      )}
      <RecordList
        label={audit.title}
        listing={listing}
        isShown={isShown}
        keyOf={({ entry_id }) => entry_id}
        icon="clock"
        emptyTitle={audit.emptyTitle}
        columns={[
          { name: 'at', label: audit.at, cell: ({ created_at }) => <Time at={created_at} /> },
          {
            name: 'action',
            label: audit.action,
            cell: (entry) => <span class="mono">{entry.action}</span>,
          },
          {
            name: 'actor',
            label: audit.actor,
            cell: (entry) => (
              <>
                <bdi>{entry.actor ? nameOf(entry.actor) : audit.system}</bdi>
                {entry.ip && <p class="meta">{entry.ip}</p>}
              </>
            ),
          },
          {
            name: 'subject',
            label: audit.subject,
            cell: ({ subject, details }) => (
              <>
                <bdi class="mono">{subject}</bdi>
                {Object.keys(details).length > 0 && (
                  <p class="meta mono">{JSON.stringify(details)}</p>
                )}
              </>
            ),
          },
        ]}
      />
    </>
  );
}
