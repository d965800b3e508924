import type { ComponentChildren } from 'preact';
import { RecordList } from '../../records/record-list';
import type { Column } from '../../ui/data-table';
import { useResource, type Resource } from '../../state/resource';
import { Time } from '../../ui/time';
import { useLanguage } from '../../words/language';

/** Similar questions that people answered because the bot could not. */
export interface UnansweredGroup {
  example: string;
  count: number;
  last_at: string;
  /** The latest first. */
  conversation_ids: string[];
  suggested_answer: string;
}

export function useUnanswered(tenant_id: string): Resource<UnansweredGroup[]> {
  return useResource(
    `unanswered ${tenant_id}`,
    async (api) => {
      const query = { tenant_id };
      type Answer = { groups: UnansweredGroup[] };
      return (await api.get<Answer>('console/fetch/unanswered', { query })).groups;
    },
    { lists: ['settings'], id: tenant_id },
  );
}

export function UnansweredList({
  groups,
  actions,
}: {
  groups: Resource<UnansweredGroup[]>;
  /** Without, they can only be read. */
  actions?: (group: UnansweredGroup) => ComponentChildren;
}) {
  const { words, format } = useLanguage();
  const { tenants } = words;
  const columns: Column<UnansweredGroup>[] = [
    {
      name: 'question',
      label: tenants.question,
      cell: ({ example, conversation_ids: [latest] }) => (
        <a class="canned-text" href={`/console/inbox/${latest}`} dir="auto">
          {example}
        </a>
      ),
    },
    {
      name: 'count',
      label: tenants.timesAsked,
      isFigure: true,
      cell: ({ count }) => format.number(count),
    },
    {
      name: 'last',
      label: tenants.lastAsked,
      cell: ({ last_at }) => <Time at={last_at} form="date" />,
    },
    {
      name: 'answer',
      label: tenants.suggested,
      cell: ({ suggested_answer }) => (
        <span class="muted canned-text" dir="auto">
          {suggested_answer}
        </span>
      ),
    },
  ];
  if (actions) columns.push({ name: 'actions', label: '', cell: actions });
  return (
    <RecordList
      label={tenants.unanswered}
      listing={{
        items: groups.data,
        error: groups.error,
        hasMore: false,
        isReadingMore: false,
        readMore: () => {},
        reload: groups.reload,
        put: groups.put,
      }}
      keyOf={({ conversation_ids: [latest = ''], last_at }) => latest + last_at}
      icon="check"
      emptyTitle={tenants.noUnanswered}
      emptyText={tenants.noUnansweredText}
      columns={columns}
    />
  );
}
