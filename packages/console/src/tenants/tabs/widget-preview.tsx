import { useEffect, useRef, useState } from 'preact/hooks';
import type { ChatRelayWidget } from '@chat-relay/widget-sdk/widget';
import { useLanguage } from '../../words/language';
import type { WidgetSettings } from '@chat-relay/server/wire/tenants';

export interface WidgetLook {
  name: string;
  language: string;
  greeting: string;
  /** The tenant's texts in this language. */
  texts: Readonly<Record<string, string>>;
  /** The text of the relay that is being edited. */
  line: string | undefined;
  theme: WidgetSettings['theme'];
  hasBot: boolean;
}

/** Loads the widget that this relay serves to visitors. The name of its folder is a hash of its content. */
async function loadWidget(): Promise<void> {
  const loader = await (await fetch('/widget/loader.js')).text();
  const file = /[\da-f]{16}\/widget\.global\.js/.exec(loader)?.[0];
  if (file === undefined) throw new Error('the relay serves no widget');
  const address = `/widget/${file}`;
  await import(address);
}

/** Fills the placeholders of a text with samples. */
function filled(line: string, language: string): string {
  const moment = new Date().toLocaleString(language, { dateStyle: 'full', timeStyle: 'short' });
  return line.replaceAll('{name}', 'Camille').replaceAll('{moment}', moment);
}

/** The real widget with the edited settings. It shows a sample conversation, and never connects. */
export function WidgetPreview({
  name,
  language,
  greeting,
  texts,
  line,
  theme,
  hasBot,
}: WidgetLook) {
  const { words, locale } = useLanguage();
  const { tenants } = words;
  const frame = useRef<HTMLDivElement>(null);
  const [widget, setWidget] = useState<ChatRelayWidget | null>(null);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    const made = loadWidget().then(() => document.createElement('chat-relay-widget'));
    made.then(setWidget, () => setFailed(true));
    return () => void made.then((element) => element.destroy()).catch(() => {});
  }, []);

  useEffect(() => {
    if (!widget) return;
    const at = new Date().toISOString();
    const message = (seq: number, kind: 'visitor' | 'agent' | 'system', content: string) => ({
      id: `${seq}`,
      seq,
      messageId: `${seq}`,
      state: 'sent' as const,
      error: null,
      sender: { kind, displayName: kind === 'agent' ? 'Camille' : null },
      content,
      sources: [],
      attachments: [],
      removed: false,
      createdAt: at,
    });
    widget.setAttribute('locale', language);
    widget.preview = {
      config: {
        tenantName: name,
        isOnline: true,
        botEnabled: hasBot,
        locale: language,
        texts,
        greeting: greeting || null,
        theme: { accentColor: theme.accent_color, position: theme.position },
        limits: { contentChars: 4_000, frameBytes: 16_384 },
      },
      // The sample is in the console's language. A widget in another language shows only its greeting.
      messages: [
        ...(locale.startsWith(language.slice(0, 2))
          ? [
              message(1, 'visitor', tenants.sampleQuestion),
              message(2, 'agent', tenants.sampleAnswer),
            ]
          : []),
        ...(line ? [message(3, 'system', filled(line, language))] : []),
      ],
    };
    if (widget.isConnected) return;
    frame.current?.append(widget);
    widget.open();
  });

  if (hasFailed) return <p class="meta">{tenants.noPreview}</p>;
  return (
    <div class="widget-preview" role="img" aria-label={tenants.preview}>
      <div inert ref={frame} />
    </div>
  );
}
