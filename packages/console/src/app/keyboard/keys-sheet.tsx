import { useConsole } from '../../state/console';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Banner } from '../../ui/notes';
import { useLanguage } from '../../words/language';
import { keyName } from './key-name';

/** Lists the shortcuts that work on this page, and the switch that turns them off. */
export function KeysSheet({ onClose }: { onClose(): void }) {
  const { actions, preferences } = useConsole();
  const { words } = useLanguage();
  const areas = new Map<string, { keys: string[]; name: string }[]>();
  areas.set(words.shell.keysGlobal, [{ keys: ['Ctrl', 'K'], name: words.shell.palette }]);
  for (const { key, name, area } of actions.known.value) {
    if (key === undefined) continue;
    const rows = areas.get(area(words)) ?? [];
    rows.push({ keys: [keyName(key, words)], name: name(words) });
    areas.set(area(words), rows);
  }
  return (
    <Dialog title={words.shell.keys} onClose={onClose}>
      {!preferences.singleKeys.value && <Banner>{words.shell.keysOff}</Banner>}
      {[...areas].map(([area, rows]) => (
        <section key={area}>
          <h3 class="meta">{area}</h3>
          <dl class="keys">
            {rows.map(({ keys, name }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <div class="dialog-foot">
        <Button onClick={onClose}>{words.common.close}</Button>
      </div>
    </Dialog>
  );
}
