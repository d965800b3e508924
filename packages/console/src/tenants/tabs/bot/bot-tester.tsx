import { useState } from 'preact/hooks';
import { useConsole } from '../../../state/console';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/field';
import { Form, useForm } from '../../../ui/form';
import { Badge } from '../../../ui/notes';
import { Section } from '../../../ui/section';
import type { BotTest } from '@chat-relay/server/wire/bots';
import { knownText } from '../../../words/known-text';
import { useLanguage } from '../../../words/language';
import { useOpenTenant } from '../../open-tenant';

/** Shows what the bot would do with a message, under the settings as they are edited. */
export function BotTester({ bot, isUnsaved }: { bot: object; isUnsaved: boolean }) {
  const { api } = useConsole();
  const { words, format } = useLanguage();
  const { tenants, common } = words;
  const { tenant } = useOpenTenant();
  const [content, setContent] = useState('');
  const [result, setResult] = useState<BotTest | null>(null);
  const form = useForm({
    problems: { content: content.trim() === '' ? common.required : undefined },
    send: async () => {
      const body = { tenant_id: tenant.tenant_id, content, ...(isUnsaved && { bot }) };
      setResult(await api.post('console/test/bot', body));
    },
  });
  return (
    <Section title={tenants.tester} lead={tenants.testerLead}>
      <Form form={form}>
        <TextField
          label={tenants.testMessage}
          hint={isUnsaved ? tenants.testsUnsaved : undefined}
          value={content}
          onChange={setContent}
          problem={form.problem('content')}
        />
        <Button type="submit" isBusy={form.isBusy}>
          {tenants.try}
        </Button>
      </Form>
      {result && (
        <div class="panel" role="status">
          <p>
            <Badge tone={result.decision === 'answer' ? 'online' : 'waiting'}>
              {tenants.decisions[result.decision]}
            </Badge>{' '}
            {result.reason !== undefined &&
              (knownText(words.inbox.reasons, result.reason) ?? result.reason)}{' '}
            <span class="meta">{tenants.confidence(format.number(result.confidence))}</span>
          </p>
          {result.answer !== undefined && <p dir="auto">{result.answer}</p>}
          {result.sources?.map(({ title, url }, place) => (
            <p class="meta" key={place}>
              {tenants.source} <bdi>{title}</bdi> {url !== null && <bdi>{url}</bdi>}
            </p>
          ))}
          <ol class="lines">
            {result.candidates.map(({ title, confidence }, place) => (
              <li key={place}>
                <span class="grow" dir="auto">
                  {title}
                </span>
                <span class="figures">{format.number(confidence)}</span>
              </li>
            ))}
          </ol>
        </div>
      )}
    </Section>
  );
}
