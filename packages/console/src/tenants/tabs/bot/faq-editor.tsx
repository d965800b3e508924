import { useEffect, useState } from 'preact/hooks';
import { RecordList } from '../../../records/record-list';
import { useAct } from '../../../records/use-act';
import { useListing } from '../../../records/use-listing';
import { useUrlFilter } from '../../../records/url-filter';
import { useConsole } from '../../../state/console';
import { Button } from '../../../ui/button';
import { Menu } from '../../../ui/menu';
import { Section } from '../../../ui/section';
import { useLanguage } from '../../../words/language';
import { useOpenTenant } from '../../open-tenant';
import { FaqDialog } from './faq-dialog';
import type { FaqEntry } from './faq-entry';

/** The FAQ entries from which the built-in bot answers. */
export function FaqEditor() {
  const { api } = useConsole();
  const { tenants, common } = useLanguage().words;
  const { tenant, refresh } = useOpenTenant();
  const act = useAct();
  const [open, setOpen] = useState<FaqEntry | 'new' | null>(null);
  /** A visitor's question that becomes a new entry. */
  const [question, setQuestion] = useState<string | null>(null);
  const listing = useListing(
    {
      route: 'console/fetch/faq-entries',
      plural: 'faq_entries',
      query: { tenant_id: tenant.tenant_id },
    },
    { lists: ['settings'], id: tenant.tenant_id },
  );
  const remove = ({ faq_entry_id }: FaqEntry): Promise<void> =>
    act(async () => {
      await api.post('console/remove/faq-entry', { faq_entry_id });
      listing.put((known) => known.filter((one) => one.faq_entry_id !== faq_entry_id));
      await refresh();
    }, tenants.faqRemoved);
  // Links from a conversation open its question as a new entry, or the closest entry (`entry`).
  const filter = useUrlFilter();
  const [conversation_id, entry] = [filter.get('asked'), filter.get('entry')];
  const wanted = listing.items?.find(({ faq_entry_id }) => faq_entry_id === entry);
  useEffect(() => {
    if (conversation_id === '') return;
    filter.set({ asked: '' });
    void act(async () => {
      const query = { conversation_id };
      const closest = await api.get('console/fetch/closest-passages', { query });
      // Each line of the field is a question, so line breaks become spaces.
      setQuestion(closest.question?.replaceAll(/\s+/g, ' ') ?? null);
      setOpen('new');
    });
  }, [conversation_id]);
  useEffect(() => {
    if (!wanted) return;
    filter.set({ entry: '' });
    setOpen(wanted);
  }, [wanted]);
  const close = (): void => {
    setOpen(null);
    setQuestion(null);
  };
  return (
    <Section title={tenants.faq} lead={tenants.faqLead}>
      <RecordList
        label={tenants.faq}
        listing={listing}
        keyOf={({ faq_entry_id }) => faq_entry_id}
        icon="replies"
        emptyTitle={tenants.noFaq}
        emptyText={tenants.noFaqText}
        columns={[
          {
            name: 'question',
            label: tenants.question,
            cell: ({ questions: [first, ...others] }) => (
              <span dir="auto">
                {first}
                {others.length > 0 && <span class="muted"> +{others.length}</span>}
              </span>
            ),
          },
          {
            name: 'answer',
            label: tenants.answer,
            cell: ({ answer }) => (
              <span class="muted canned-text" dir="auto">
                {answer}
              </span>
            ),
          },
          {
            name: 'actions',
            label: '',
            cell: (entry) => (
              <Menu
                label={tenants.actionsOf(entry.questions[0] ?? '')}
                entries={[
                  { label: common.edit, icon: 'edit', run: () => setOpen(entry) },
                  {
                    label: common.remove,
                    icon: 'trash',
                    isDanger: true,
                    run: () => void remove(entry),
                  },
                ]}
              />
            ),
          },
        ]}
      />
      <Button icon="plus" onClick={() => setOpen('new')}>
        {tenants.addFaq}
      </Button>
      {open !== null && (
        <FaqDialog
          entry={open === 'new' ? null : open}
          stored={
            open === 'new'
              ? undefined
              : listing.items?.find(({ faq_entry_id }) => faq_entry_id === open.faq_entry_id)
          }
          {...(open === 'new' &&
            question !== null && { start: { questions: [question], answer: '' } })}
          onClose={close}
          onSaved={async (saved) => {
            close();
            listing.put((known) =>
              known.some(({ faq_entry_id }) => faq_entry_id === saved.faq_entry_id)
                ? known.map((one) => (one.faq_entry_id === saved.faq_entry_id ? saved : one))
                : [...known, saved],
            );
            await refresh();
          }}
        />
      )}
    </Section>
  );
}
