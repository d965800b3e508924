import type { QuestionGroup } from '@chat-relay/server/wire/bots';
import { useRef, useState } from 'preact/hooks';
import { useUrlFilter } from '../../../records/url-filter';
import { useAct } from '../../../records/use-act';
import { useConsole } from '../../../state/console';
import { Button } from '../../../ui/button';
import { Section } from '../../../ui/section';
import { useLanguage } from '../../../words/language';
import { useOpenTenant } from '../../open-tenant';
import { UnansweredList, useUnanswered } from '../../unanswered/unanswered-list';
import { FaqDialog } from './faq-dialog';
import { MinimumDialog } from './minimum-dialog';

/** Questions that the FAQ lacks. Each can become an entry, or be dismissed. */
export function UnansweredTab() {
  const { api, toasts } = useConsole();
  const { tenants, handOvers } = useLanguage().words;
  const { tenant, refresh } = useOpenTenant();
  const { tenant_id, bot } = tenant;
  const { kind, confidence_threshold: threshold } = bot;
  const answersHere = kind === 'builtin' || kind === 'model';
  const act = useAct();
  const questions = useUnanswered(tenant_id);
  const filter = useUrlFilter();
  const minimum = filter.get('minimum');
  const list = useRef<HTMLDivElement>(null);
  const [added, setAdded] = useState<QuestionGroup | null>(null);
  /** Removes a group with its button, and keeps the focus in the list. */
  const leaveOut = (group: QuestionGroup): void => {
    // The list may have been read again meanwhile.
    questions.put((known) => ({
      ...known,
      groups: known.groups.filter(({ example }) => example !== group.example),
    }));
    list.current?.focus();
  };
  const dismiss = (group: QuestionGroup): Promise<void> =>
    act(async () => {
      const { conversation_ids } = group;
      await api.post('console/dismiss/unanswered', { tenant_id, conversation_ids });
      leaveOut(group);
    }, tenants.isDismissed);
  return (
    <Section title={tenants.unanswered} lead={tenants.unansweredLead} isWide>
      <div ref={list} tabIndex={-1}>
        <UnansweredList
          tenantId={tenant_id}
          questions={questions}
          actions={(group) => (
            <div class="bar">
              <Button icon="plus" onClick={() => setAdded(group)}>
                {tenants.addToFaq}
                <span class="hidden"> : {group.example}</span>
              </Button>
              <Button icon="close" onClick={() => void dismiss(group)}>
                {tenants.dismiss}
                <span class="hidden"> : {group.example}</span>
              </Button>
            </div>
          )}
        />
      </div>
      {answersHere && (
        <div>
          <Button icon="bot" onClick={() => filter.set({ minimum: String(threshold) })}>
            {handOvers.lower}
          </Button>
        </div>
      )}
      {answersHere && minimum !== '' && (
        <MinimumDialog
          start={Number(minimum)}
          onClose={() => filter.set({ minimum: '' })}
          onSaved={() => void questions.reload()}
        />
      )}
      {added && (
        <FaqDialog
          entry={null}
          start={{
            // Each line of the field is a question, so line breaks become spaces.
            questions: [added.example.replaceAll(/\s+/g, ' ')],
            answer: added.suggested_answer,
          }}
          onClose={() => setAdded(null)}
          onSaved={async () => {
            setAdded(null);
            leaveOut(added);
            void toasts.show(tenants.isAdded);
            // The new entry may answer other questions, too.
            await Promise.all([refresh(), questions.reload()]);
          }}
        />
      )}
    </Section>
  );
}
