import type { ComponentChildren } from 'preact';
import { matchText } from '../../hand-overs/match-text';
import type { QuestionGroup } from '@chat-relay/server/wire/bots';
import type { ResponseTo } from '@chat-relay/server/wire';
import { sourceAddress } from '../../hand-overs/ways-on';
import { RecordList } from '../../records/record-list';
import type { Column } from '../../ui/data-table';
import { useResource, type Resource } from '../../state/use-resource';
import { Time } from '../../ui/time';
import { useLanguage } from '../../words/language';

/** The unanswered questions, and the minimum score at which the bot answers. */
export type UnansweredQuestions = ResponseTo<'console/fetch/unanswered'>;

export function useUnanswered(tenant_id: string): Resource<UnansweredQuestions> {
  return useResource(
    `unanswered ${tenant_id}`,
    async (api) => {
      const query = { tenant_id };
      return api.get('console/fetch/unanswered', { query });
    },
    { lists: ['settings'], id: tenant_id },
  );
}

export function UnansweredList({
  tenantId,
  questions,
  actions,
}: {
  tenantId: string;
  questions: Resource<UnansweredQuestions>;
  /** Buttons of a group; without them the list is read-only. */
  actions?: (group: QuestionGroup) => ComponentChildren;
}) {
  const language = useLanguage();
  const { words, format } = language;
  const { tenants, handOvers } = words;
  const { data, error, reload, put } = questions;
  const threshold = data?.confidence_threshold;
  const columns: Column<QuestionGroup>[] = [
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
  if (threshold !== undefined) {
    columns.push({
      name: 'closest',
      label: handOvers.closest,
      cell: ({ closest, example }) => (
        <>
          {closest && <bdi dir="auto">{closest.title}</bdi>}
          <p class="meta">{matchText(closest, threshold, language)}</p>
          {closest && actions && (
            <a href={sourceAddress(tenantId, closest)}>
              {handOvers.edit[closest.source]}
              <span class="hidden"> : {example}</span>
            </a>
          )}
        </>
      ),
    });
  }
  if (actions) columns.push({ name: 'actions', label: '', cell: actions });
  return (
    <RecordList
      label={tenants.unanswered}
      listing={{
        items: data?.groups,
        error,
        hasMore: false,
        isReadingMore: false,
        readMore: () => {},
        reload,
        put: (change) => put((known) => ({ ...known, groups: change(known.groups) })),
      }}
      keyOf={({ conversation_ids: [latest = ''], last_at }) => latest + last_at}
      icon="check"
      emptyTitle={tenants.noUnanswered}
      emptyText={tenants.noUnansweredText}
      columns={columns}
    />
  );
}
