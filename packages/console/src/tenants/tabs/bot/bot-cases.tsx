import { useEffect, useRef, useState } from 'preact/hooks';
import { useConsole } from '../../../state/console';
import { Button } from '../../../ui/button';
import { DataTable } from '../../../ui/data-table';
import { TextArea } from '../../../ui/field';
import { Form, useForm } from '../../../ui/form';
import { Badge } from '../../../ui/notes';
import { Section } from '../../../ui/section';
import { useLanguage } from '../../../words/language';
import { useOpenTenant } from '../../open-tenant';
import type { BotTest } from '@chat-relay/server/wire/bots';
import { meets, readCases, type BotCase } from '@chat-relay/desk/bot-cases';

/** The relay is asked one question after another: more would take minutes. */
const MOST_CASES = 200;

interface Tried extends BotCase, BotTest {
  place: number;
}

/** Runs a file of questions through the bot, and compares each decision with the expected one. Nothing is stored. */
export function BotCases({ bot, isUnsaved }: { bot: object; isUnsaved: boolean }) {
  const { api } = useConsole();
  const { tenants, common } = useLanguage().words;
  const { tenant } = useOpenTenant();
  const [csv, setCsv] = useState('');
  const [tried, setTried] = useState<Tried[]>([]);
  const isOpen = useRef(true);
  useEffect(() => () => void (isOpen.current = false), []);
  const cases = readCases(csv);
  const isTooMany = cases !== null && cases.length > MOST_CASES;
  const form = useForm({
    problems: {
      csv:
        csv.trim() === ''
          ? common.required
          : cases === null || isTooMany
            ? tenants.casesBad(MOST_CASES)
            : undefined,
    },
    send: async () => {
      setTried([]);
      for (const [place, one] of (cases ?? []).entries()) {
        if (!isOpen.current) return;
        const { tenant_id } = tenant;
        const body = { tenant_id, content: one.question, ...(isUnsaved && { bot }) };
        const decision = await api.post('console/test/bot', body);
        setTried((known) => [...known, { place, ...one, ...decision }]);
      }
    },
  });
  const met = tried.filter((one) => meets(one, one)).length;
  return (
    <Section title={tenants.cases} lead={tenants.casesLead}>
      <Form form={form}>
        <TextArea
          label={tenants.casesCsv}
          hint={tenants.casesHint}
          rows={5}
          value={csv}
          onChange={setCsv}
          problem={form.problem('csv')}
        />
        <Button type="submit" isBusy={form.isBusy}>
          {tenants.runCases}
        </Button>
      </Form>
      <p role="status">{tried.length > 0 && !form.isBusy && tenants.casesMet(met, tried.length)}</p>
      {tried.length > 0 && (
        <DataTable
          label={tenants.cases}
          rows={tried}
          keyOf={({ place }) => String(place)}
          columns={[
            {
              name: 'question',
              label: tenants.question,
              cell: ({ question }) => <span dir="auto">{question}</span>,
            },
            {
              name: 'expected',
              label: tenants.expected,
              cell: ({ expected }) => <span dir="auto">{expected}</span>,
            },
            {
              name: 'outcome',
              label: tenants.outcome,
              cell: (one) => (
                <>
                  <Badge tone={meets(one, one) ? 'online' : 'late'}>
                    {meets(one, one) ? tenants.caseMet : tenants.caseMissed}
                  </Badge>{' '}
                  {tenants.decisions[one.decision]}
                  {one.answer !== undefined && (
                    <p class="meta" dir="auto">
                      {one.answer}
                    </p>
                  )}
                </>
              ),
            },
          ]}
        />
      )}
    </Section>
  );
}
