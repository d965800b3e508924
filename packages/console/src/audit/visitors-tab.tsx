import { useState } from 'preact/hooks';
import { RecordList } from '../records/record-list';
import { useUrlFilter } from '../records/url-filter';
import { useListing } from '../records/use-listing';
import { tenantOptions, useTenants } from '../records/use-tenants';
import { Button } from '../ui/button';
import { Select, TextField } from '../ui/field';
import { Menu } from '../ui/menu';
import { Marked } from '../ui/marked';
import { Empty } from '../ui/notes';
import { Time } from '../ui/time';
import { useLanguage } from '../words/language';
import { EraseDialog, useExport, type VisitorRef } from '../records/visitor-data';
import { BlockedVisitors } from './blocked-visitors';

/** Finds a visitor, and exports or erases their data. Before a search it lists the blocked visitors. */
export function VisitorsTab({ workspaceId }: { workspaceId: string }) {
  const { audit, callbacks } = useLanguage().words;
  const { data: tenants } = useTenants(workspaceId);
  const filter = useUrlFilter();
  const [words, setWords] = useState(filter.get('q'));
  const tenantId = filter.get('tenant') || tenants?.[0]?.tenant_id;
  const query = filter.get('q');
  if (tenantId === undefined) {
    return tenants && <Empty icon="inbox" title={callbacks.noTenant} />;
  }
  return (
    <>
      <form
        class="filters"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          filter.set({ q: words.trim() });
        }}
      >
        <Select
          label={callbacks.tenant}
          value={tenantId}
          options={tenantOptions(tenants)}
          onChange={(tenant) => filter.set({ tenant })}
        />
        <TextField
          label={audit.visitor}
          type="search"
          maxLength={128}
          value={words}
          onChange={setWords}
        />
        <Button type="submit" icon="search">
          {audit.search}
        </Button>
      </form>
      {query === '' ? (
        <BlockedVisitors tenantId={tenantId} />
      ) : (
        <Found key={`${tenantId} ${query}`} tenantId={tenantId} query={query} />
      )}
    </>
  );
}

function Found({ tenantId, query }: { tenantId: string; query: string }) {
  const { audit } = useLanguage().words;
  const [erased, setErased] = useState<VisitorRef | null>(null);
  const isSession = query.startsWith('vs_');
  const listing = useListing(
    {
      route: 'console/fetch/conversations',
      plural: 'conversations',
      query: { tenant_id: tenantId, q: isSession ? query : query.slice(0, 64) },
    },
    'fixed',
  );
  const exact: VisitorRef = isSession ? { session_id: query } : { user_id: query };
  return (
    <>
      <ul class="lines">
        <li>
          <p class="grow">
            {isSession ? audit.exactSession : audit.exactUser} <bdi class="mono">{query}</bdi>
          </p>
          <Rights tenantId={tenantId} visitor={exact} name={query} onErase={setErased} />
        </li>
      </ul>
      {!isSession && (
        <RecordList
          label={audit.found}
          listing={listing}
          keyOf={({ conversation_id }) => conversation_id}
          icon="search"
          emptyTitle={audit.nothingFound}
          columns={[
            {
              name: 'visitor',
              label: audit.visitor,
              cell: ({ visitor: { user_id, unverified } }) => (
                <>
                  <bdi>{unverified.display_name ?? user_id ?? audit.unnamed}</bdi>
                  <p class="meta">{unverified.email}</p>
                </>
              ),
            },
            {
              name: 'said',
              label: audit.lastMessage,
              cell: ({ last_message, match }) =>
                match ? (
                  <span class="meta">
                    <Marked match={match} />
                  </span>
                ) : (
                  <bdi class="meta">{last_message?.preview}</bdi>
                ),
            },
            {
              name: 'at',
              label: audit.at,
              cell: ({ last_message_at }) => last_message_at && <Time at={last_message_at} />,
            },
            {
              name: 'actions',
              label: '',
              cell: ({ visitor, visitor_session_id }) => (
                <Rights
                  tenantId={tenantId}
                  visitor={
                    visitor.user_id !== null
                      ? { user_id: visitor.user_id }
                      : { session_id: visitor_session_id }
                  }
                  name={visitor.unverified.display_name ?? visitor.user_id ?? visitor_session_id}
                  onErase={setErased}
                />
              ),
            },
          ]}
        />
      )}
      {erased && (
        <EraseDialog
          tenantId={tenantId}
          visitor={erased}
          onClose={() => setErased(null)}
          onDone={() => {
            setErased(null);
            // The row that has the focus disappears.
            void listing.reload().then(() => document.getElementById('main')?.focus());
          }}
        />
      )}
    </>
  );
}

function Rights({
  tenantId,
  visitor,
  name,
  onErase,
}: {
  tenantId: string;
  visitor: VisitorRef;
  name: string;
  onErase(visitor: VisitorRef): void;
}) {
  const { audit } = useLanguage().words;
  const give = useExport(tenantId, visitor);
  return (
    <Menu
      label={audit.rightsOf(name)}
      entries={[
        { label: audit.exportData, run: give },
        { label: audit.erase, icon: 'trash', isDanger: true, run: () => onErase(visitor) },
      ]}
    />
  );
}
