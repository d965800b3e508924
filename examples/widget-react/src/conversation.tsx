/** @jsxImportSource react */
import { useState } from 'react';
import type { Chat } from '@chat-relay/widget-sdk';
import { useChat } from './use-chat';

/** A chat built by the page, without the widget. */
export function Conversation({ chat }: { chat: Chat }) {
  const { status, messages, typing } = useChat(chat);
  const [text, setText] = useState('');

  return (
    <section aria-label="Chat">
      <p role="status">{status}</p>
      <ol>
        {messages.map(({ id, sender, content, state }) => (
          <li key={id}>
            <b>{sender.displayName ?? sender.kind}</b> {content}
            {state === 'failed' && <button onClick={() => void chat.retry(id)}>Retry</button>}
          </li>
        ))}
      </ol>
      {typing && <p>{typing} is typing…</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!text.trim()) return;
          chat.send(text).catch(console.error); // a failed one shows with its retry
          setText('');
        }}
      >
        <input
          aria-label="Your message"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            chat.typing(target.value !== '');
          }}
        />
        <button>Send</button>
      </form>
    </section>
  );
}
