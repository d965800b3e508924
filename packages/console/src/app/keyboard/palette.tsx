import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useConsole } from '../../state/console';
import type { Action } from '../../state/actions';
import { Dialog } from '../../ui/dialog';
import { Icon } from '../../ui/icon';
import { useLanguage } from '../../words/language';
import { matches } from '../../words/search';
import { keyName } from './key-name';

/** Lists every action by name. Arrow keys choose one and Enter runs it. */
export function Palette({ onClose }: { onClose(): void }) {
  const { actions } = useConsole();
  const { words } = useLanguage();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();

  const found = actions.known.value
    .map((action) => ({ action, name: action.name(words) }))
    .filter(({ name }) => matches(name, query));
  const current = Math.min(chosen, found.length - 1);

  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const run = (action: Action | undefined): void => {
    if (!action) return;
    onClose();
    action.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const moves: Record<string, number> = { ArrowDown: current + 1, ArrowUp: current - 1 };
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setChosen((next + found.length) % Math.max(1, found.length));
  };

  return (
    <Dialog
      title={words.shell.palette}
      onClose={onClose}
      onSubmit={() => run(found[current]?.action)}
    >
      <div class="palette-search">
        <Icon name="search" />
        <input
          class="input"
          role="combobox"
          aria-label={words.shell.palette}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? `${id}-${current}` : undefined}
          aria-autocomplete="list"
          placeholder={words.shell.paletteHint}
          autocomplete="off"
          spellcheck={false}
          autofocus
          value={query}
          onInput={({ currentTarget }) => {
            setQuery(currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <ul
        class="palette-list"
        hidden={found.length === 0}
        role="listbox"
        id={`${id}-list`}
        aria-label={words.shell.palette}
        ref={list}
      >
        {found.map(({ action, name }, index) => (
          <li
            key={action.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            onClick={() => run(action)}
            onMouseMove={() => setChosen(index)}
          >
            <span class="grow cut">{name}</span>
            {action.key && <kbd>{keyName(action.key, words)}</kbd>}
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p class="palette-list muted" role="status">
          {words.shell.paletteNothing}
        </p>
      )}
    </Dialog>
  );
}
