import { useEffect, useId, useState } from 'preact/hooks';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { useLanguage } from '../../words/language';
import type { Inbox } from '../model/inbox';
import { MOST_TAG_CHARS } from '../model/tags';

/** Asks for a tag to add to all selected conversations, and suggests the tags of their tenants. */
export function TagDialog({
  inbox,
  tenantIds,
  onChoose,
  onClose,
}: {
  inbox: Inbox;
  tenantIds: readonly string[];
  onChoose(tag: string): void;
  onClose(): void;
}) {
  const { words } = useLanguage();
  const listId = useId();
  const [tag, setTag] = useState('');
  const [known, setKnown] = useState<readonly string[]>([]);
  useEffect(() => {
    Promise.all(tenantIds.map(inbox.tags)).then(
      (found) => setKnown([...new Set(found.flat())]),
      () => {}, // the person can type a tag without suggestions
    );
  }, []);
  return (
    <Dialog
      title={words.inbox.newTag}
      onClose={onClose}
      onSubmit={() => {
        if (tag.trim() !== '') onChoose(tag.trim());
      }}
    >
      <TextField
        label={words.inbox.newTag}
        maxLength={MOST_TAG_CHARS}
        value={tag}
        onChange={setTag}
        list={listId}
        hasFocus
      />
      <datalist id={listId}>
        {known.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <div class="dialog-foot">
        <Button onClick={onClose}>{words.common.cancel}</Button>
        <Button kind="primary" type="submit">
          {words.inbox.addTag}
        </Button>
      </div>
    </Dialog>
  );
}
