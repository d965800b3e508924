import { useLanguage } from '../../words/language';
import type { Filter } from '../model/filter';
import type { Inbox } from '../model/inbox';
import { plainLine } from '../model/plain';

/** Says where a search looks: in all views, but only in the chosen site and tag. */
export function SearchScope({ inbox, filter }: { inbox: Inbox; filter: Filter }) {
  const { words } = useLanguage();
  const tenant = inbox.state.value.tenants[filter.tenantId];
  const site = tenant && plainLine(tenant.tenant_name, 60);
  return (
    <>
      <bdi>{site === undefined ? words.inbox.inAll : words.inbox.inAllOf(site)}</bdi>
      {filter.tag !== '' && <bdi> · #{plainLine(filter.tag)}</bdi>}
    </>
  );
}
