import { Empty } from '../ui/notes';
import { useLanguage } from '../words/language';
import { inboxAddress, type Filter } from './model/filter';

/** For a search that no conversation matches. */
export function NothingFound({ filter }: { filter: Filter }) {
  const { inbox } = useLanguage().words;
  return (
    <Empty icon="search" title={inbox.nothingFound}>
      <p>{inbox.nothingFoundText}</p>
      <a class="button" href={inboxAddress({ ...filter, query: '' }, null)}>
        {inbox.clearSearch}
      </a>
    </Empty>
  );
}
