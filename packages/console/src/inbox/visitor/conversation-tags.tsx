import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import type { Row } from '@chat-relay/desk/wire';
import { useConsole } from '../../state/console';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Form, useForm } from '../../ui/form';
import { refusalText } from '../../ui/refusal-text';
import { useLanguage } from '../../words/language';
import type { Inbox } from '../model/inbox';
import { plainLine } from '../model/plain';
import { mayClaim } from '../model/roles';
import { hasTag, MOST_TAG_CHARS, MOST_TAGS } from '../model/tags';

export interface ConversationTagsProps {
  inbox: Inbox;
  row: Row;
  /** The field for a new tag. */
  field: RefObject<HTMLInputElement | null>;
  /** Address of the list of conversations with this tag. */
  hrefOf(tag: string): string;
}

const OFFERED = 'tags-offered';

/** The conversation's tags. A new one is completed from the tenant's tags. */
export function ConversationTags({ inbox, row, field, hrefOf }: ConversationTagsProps) {
  const { conversation_id: id, tenant_id: tenantId, tags } = row;
  const { announcer, toasts } = useConsole();
  const language = useLanguage();
  const { inbox: text } = language.words;
  const [draft, setDraft] = useState('');
  const [known, setKnown] = useState<readonly string[] | null>(null);
  const maySet = mayClaim(inbox.state.value, row);
  const typed = draft.trim();
  const isNew = typed !== '' && !hasTag(tags, typed);

  const form = useForm<'tag'>({
    problems: {
      tag: isNew && tags.length === MOST_TAGS ? text.tooManyTags(MOST_TAGS) : undefined,
    },
    send: async () => {
      if (isNew && !(await inbox.desk.actions.tag(id, [...tags, typed]))) return;
      if (isNew) announcer.say(text.tagAdded(plainLine(typed)));
      setDraft((now) => (now === draft ? '' : now));
    },
  });
  if (!maySet && tags.length === 0) return null;

  const remove = (tag: string): void => {
    const others = tags.filter((one) => one !== tag);
    inbox.desk.actions
      .tag(id, others)
      .then(() => announcer.say(text.tagRemoved(plainLine(tag))))
      .catch((error: unknown) => void toasts.show(refusalText(error, language)));
  };
  const offer = (): void => {
    if (known) return;
    setKnown([]);
    inbox.tags(tenantId).then(setKnown, () => setKnown(null)); // the person can type a tag without suggestions
  };
  return (
    <section onFocusIn={offer}>
      <h3>{text.tags}</h3>
      {tags.length > 0 && (
        <ul class="tags">
          {tags.map((tag) => (
            <li key={tag}>
              <a class="chip" href={hrefOf(tag)}>
                <bdi class="cut">{plainLine(tag)}</bdi>
              </a>
              {maySet && (
                <Button
                  kind="plain"
                  icon="close"
                  label={text.removeTag(plainLine(tag))}
                  onClick={({ detail }) => {
                    // A press by keyboard (`detail` is 0) keeps the focus in the section when the button disappears.
                    if (detail === 0) field.current?.focus();
                    remove(tag);
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {maySet && (
        <Form form={form}>
          <TextField
            label={text.newTag}
            hint={text.tagsHint}
            maxLength={MOST_TAG_CHARS}
            value={draft}
            problem={form.problem('tag')}
            onChange={setDraft}
            list={OFFERED}
            inputRef={field}
          />
          <datalist id={OFFERED}>
            {known
              ?.filter((tag) => !hasTag(tags, tag))
              .map((tag) => (
                <option key={tag} value={tag} />
              ))}
          </datalist>
        </Form>
      )}
    </section>
  );
}
