import { useEffect, useRef, useState } from 'preact/hooks';
import { RecordDialog } from '../../../records/record-dialog';
import { RecordList } from '../../../records/record-list';
import { useAct } from '../../../records/use-act';
import { useUrlFilter } from '../../../records/url-filter';
import { useListing } from '../../../records/use-listing';
import { useConsole } from '../../../state/console';
import { Button } from '../../../ui/button';
import { Menu } from '../../../ui/menu';
import { Banner } from '../../../ui/notes';
import { refusalText } from '../../../ui/refusal-text';
import { Section } from '../../../ui/section';
import { Time } from '../../../ui/time';
import { useLanguage } from '../../../words/language';
import { useOpenTenant } from '../../open-tenant';
import { conflictText } from './conflict-text';
import { DocumentDialog } from './document-dialog';
import { documentOf, isTooLong } from './markdown-file';
import type { KnowledgeDocument, ListedDocument } from '@chat-relay/server/wire/bots/knowledge';

export function KnowledgeTab() {
  const { api, toasts } = useConsole();
  const language = useLanguage();
  const { words, format } = language;
  const { tenants, common, canned } = words;
  const { tenant_id, bot } = useOpenTenant().tenant;
  const act = useAct();
  const picker = useRef<HTMLInputElement>(null);
  /** The document that the chosen file replaces; null for new documents. */
  const replaced = useRef<ListedDocument | null>(null);
  const [open, setOpen] = useState<KnowledgeDocument | 'new' | null>(null);
  const [removing, setRemoving] = useState<ListedDocument | null>(null);
  const [isSending, setSending] = useState(false);
  const [failed, setFailed] = useState<string[]>([]);
  const listing = useListing(
    {
      route: 'console/fetch/knowledge-documents',
      plural: 'knowledge_documents',
      query: { tenant_id },
    },
    { lists: ['settings'], id: tenant_id },
  );
  const put = (saved: ListedDocument): void =>
    listing.put((known) =>
      known.some((one) => isSame(one, saved))
        ? known.map((one) => (isSame(one, saved) ? saved : one))
        : [...known, saved],
    );
  const edit = ({
    knowledge_document_id,
  }: Pick<ListedDocument, 'knowledge_document_id'>): Promise<void> =>
    act(async () => {
      const query = { knowledge_document_id };
      const read = await api.get('console/fetch/knowledge-document', { query });
      setOpen(read.knowledge_document);
    });

  // Links from a conversation that the bot handed over open the closest document.
  const filter = useUrlFilter();
  const asked = filter.get('document');
  useEffect(() => {
    if (asked === '') return;
    filter.set({ document: '' });
    void edit({ knowledge_document_id: asked });
  }, [asked]);

  const choose = (document: ListedDocument | null): void => {
    const input = picker.current;
    if (!input) return;
    replaced.current = document;
    input.multiple = document === null;
    input.click();
  };
  /** @throws {RefusalError}, {UnreachableError} */
  const send = async (document: ListedDocument | null, name: string, content: string) => {
    const fields = documentOf(name, content);
    const saved = await (document
      ? api.post('console/update/knowledge-document', {
          knowledge_document_id: document.knowledge_document_id,
          version: document.version,
          ...fields,
        })
      : api.post('console/create/knowledge-document', { tenant_id, ...fields }));
    put(saved.knowledge_document);
  };
  const problemWith = (error: unknown): string =>
    conflictText(error, words) ?? refusalText(error, language);
  const sendAll = async (files: File[]): Promise<void> => {
    setSending(true);
    setFailed([]);
    let saved = 0;
    for (const file of files) {
      try {
        const content = await file.text();
        if (content.trim() === '') throw tenants.fileEmpty;
        if (isTooLong(content)) throw tenants.fileTooLarge;
        await send(replaced.current, file.name, content);
        saved += 1;
      } catch (error) {
        const problem = typeof error === 'string' ? error : problemWith(error);
        setFailed((known) => [...known, `${file.name} – ${problem}`]);
      }
    }
    setSending(false);
    if (saved > 0) void toasts.show(tenants.documentsSaved(saved));
  };

  return (
    <Section title={tenants.documents} lead={tenants.documentsLead}>
      {bot.kind !== 'builtin' && bot.kind !== 'model' && (
        <Banner>
          {tenants.documentsUnread}{' '}
          <a href={`/console/tenants/${tenant_id}/bot`}>{tenants.tabs.bot}</a>
        </Banner>
      )}
      {failed.length > 0 && (
        <Banner tone="late">
          <ul>
            {failed.map((text) => (
              <li key={text} dir="auto">
                {text}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <RecordList
        label={tenants.documents}
        listing={listing}
        keyOf={({ knowledge_document_id }) => knowledge_document_id}
        icon="replies"
        emptyTitle={tenants.noDocuments}
        emptyText={tenants.noDocumentsText}
        columns={[
          {
            name: 'title',
            label: tenants.documentTitle,
            cell: ({ title, url, external_id }) => (
              <>
                <bdi>{title}</bdi>
                {[url, external_id].map(
                  (text) =>
                    text !== null && (
                      <p class="meta mono" key={text}>
                        <bdi>{text.split(/(?<=[./])/).flatMap((part) => [part, <wbr />])}</bdi>
                      </p>
                    ),
                )}
              </>
            ),
          },
          {
            name: 'locale',
            label: canned.language,
            cell: ({ locale }) =>
              locale === null ? canned.everyLanguage : format.language(locale),
          },
          {
            name: 'updated',
            label: tenants.documentUpdated,
            cell: ({ updated_at }) => <Time at={updated_at} form="date" />,
          },
          {
            name: 'actions',
            label: '',
            cell: (document) => (
              <Menu
                label={tenants.actionsOf(document.title)}
                entries={[
                  { label: common.edit, icon: 'edit', run: () => void edit(document) },
                  {
                    label: tenants.replaceDocument,
                    icon: 'refresh',
                    run: () => choose(document),
                  },
                  {
                    label: common.remove,
                    icon: 'trash',
                    isDanger: true,
                    run: () => setRemoving(document),
                  },
                ]}
              />
            ),
          },
        ]}
      />
      <div class="bar">
        <Button icon="plus" isBusy={isSending} onClick={() => choose(null)}>
          {tenants.addFiles}
        </Button>
        <Button icon="edit" onClick={() => setOpen('new')}>
          {tenants.addDocument}
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          accept=".md,.markdown,text/markdown"
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            currentTarget.value = ''; // so that the same file can be chosen again
            void sendAll(files);
          }}
        />
      </div>
      {open !== null && (
        <DocumentDialog
          document={open === 'new' ? null : open}
          isDeleted={
            open !== 'new' &&
            !listing.hasMore &&
            listing.items?.some((one) => isSame(one, open)) === false
          }
          onClose={() => setOpen(null)}
          onSaved={(saved) => {
            setOpen(null);
            put(saved);
            void toasts.show(common.saved);
          }}
        />
      )}
      {removing && (
        <RecordDialog
          title={tenants.removeDocument}
          lead={tenants.removeDocumentText(removing.title)}
          fields={[]}
          submit={common.remove}
          isDangerous
          onClose={() => setRemoving(null)}
          send={async () => {
            const { knowledge_document_id } = removing;
            await api.post('console/remove/knowledge-document', { knowledge_document_id });
            listing.put((known) => known.filter((one) => !isSame(one, removing)));
            setRemoving(null);
            void toasts.show(tenants.documentRemoved);
          }}
        />
      )}
    </Section>
  );
}

const isSame = (one: ListedDocument, other: ListedDocument): boolean =>
  one.knowledge_document_id === other.knowledge_document_id;
