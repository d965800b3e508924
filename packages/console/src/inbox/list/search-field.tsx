import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../ui/icon';
import { useLanguage } from '../../words/language';

const SEARCH_MS = 300;
const KEYS = ['Escape', 'Enter', 'ArrowDown'];

export interface SearchFieldProps {
  query: string;
  onSearch(query: string): void;
  /** Moves the focus to the list. */
  onLeave(): void;
}

/** Searches when typing pauses, or at Enter. A second Enter, an arrow, or Escape without text leads to the list. */
export function SearchField({ query, onSearch, onLeave }: SearchFieldProps) {
  const { words } = useLanguage();
  const [text, setText] = useState(query);
  const search = useRef(onSearch);
  // The timer must use the latest callback: another conversation may be open when it fires.
  search.current = onSearch;
  useEffect(() => setText((now) => (now.trim() === query ? now : query)), [query]);
  useEffect(() => {
    const isTooShort = text.trim().length === 1;
    if (text.trim() === query || isTooShort) return undefined;
    const timer = setTimeout(() => search.current(text.trim()), SEARCH_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <search class="search">
      <Icon name="search" size={14} />
      <input
        class="input"
        type="search"
        aria-label={words.inbox.search}
        placeholder={words.inbox.searchHint}
        value={text}
        maxLength={64}
        dir="auto"
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          const { key, isComposing, currentTarget } = event;
          if (isComposing || !KEYS.includes(key)) return;
          event.preventDefault();
          if (key === 'Escape' && text !== '') {
            event.stopPropagation();
            setText('');
            if (query !== '') onSearch('');
          } else if (key === 'Enter' && text.trim() !== query) {
            if (text.trim().length !== 1) onSearch(text.trim());
          } else {
            currentTarget.blur();
            onLeave();
          }
        }}
      />
    </search>
  );
}
