import { CodeBlock } from '../../records/code-block';
import { useResource } from '../../state/use-resource';
import { usePolling } from '../../state/use-polling';
import { Banner } from '../../ui/notes';
import { Section } from '../../ui/section';
import { useLanguage } from '../../words/language';
import { cspLines, installLine } from '../install-line';
import { useOpenTenant } from '../open-tenant';
import { Sightings } from './sightings';

const EVERY_MS = 3_000;

/** The steps from the line to copy to the first message, with the ones that are done. */
export function InstallTab() {
  const { words } = useLanguage();
  const { tenants } = words;
  const { tenant } = useOpenTenant();
  const read = { query: { tenant_id: tenant.tenant_id }, isBackground: true };
  const sightings = useResource(
    `sightings ${tenant.tenant_id}`,
    (api) => api.get('console/fetch/widget-sightings', read),
    'polled',
  );
  const first = useResource(
    `first-message ${tenant.tenant_id}`,
    (api) =>
      api.get('console/fetch/conversations', {
        ...read,
        query: { ...read.query, limit: 1 },
      }),
    'polled',
  );
  const hasMessage = (first.data?.conversations.length ?? 0) > 0;
  const isSeen = sightings.data?.sightings.some(({ outcome }) => outcome === 'accepted') ?? false;
  usePolling(() => {
    void sightings.reload();
    if (!hasMessage) void first.reload();
  }, EVERY_MS);
  return (
    <>
      {first.data && (
        <Banner tone={hasMessage ? 'online' : 'neutral'}>
          {hasMessage ? tenants.firstMessage : isSeen ? tenants.awaitMessage : tenants.awaitWidget}{' '}
          <a href={`/console/inbox?tenant=${tenant.tenant_id}`}>{words.shell.toInbox}</a>
        </Banner>
      )}
      <Section title={tenants.line} lead={tenants.lineLead}>
        <CodeBlock label={tenants.line} text={installLine(location.origin, tenant)} />
      </Section>
      <Section title={tenants.csp} lead={tenants.cspLead}>
        <CodeBlock label={tenants.csp} text={cspLines(location.origin)} />
      </Section>
      <Section title={tenants.sightings} lead={tenants.sightingsLead}>
        <Sightings from={sightings} />
      </Section>
    </>
  );
}
