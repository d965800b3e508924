import { defineComponent, h, ref, type PropType } from 'vue';
import type { Chat } from '@chat-relay/widget-sdk';
import { useChat } from './use-chat';

/** A chat built by the page, without the widget. */
export const Conversation = defineComponent({
  props: { chat: { type: Object as PropType<Chat>, required: true } },
  setup({ chat }) {
    const snapshot = useChat(chat);
    const text = ref('');

    function submit(event: Event) {
      event.preventDefault();
      if (!text.value.trim()) return;
      chat.send(text.value).catch(console.error); // a failed one shows in the list
      text.value = '';
    }

    return () => {
      const { status, messages } = snapshot.value;
      return h('section', { 'aria-label': 'Chat' }, [
        h('p', { role: 'status' }, status),
        h(
          'ol',
          messages.map(({ id, sender, content }) =>
            h('li', { key: id }, [h('b', sender.displayName ?? sender.kind), ' ', content]),
          ),
        ),
        h('form', { onSubmit: submit }, [
          h('input', {
            'aria-label': 'Your message',
            value: text.value,
            onInput: ({ target }: Event) => {
              text.value = (target as HTMLInputElement).value;
              chat.typing(text.value !== '');
            },
          }),
          h('button', 'Send'),
        ]),
      ]);
    };
  },
});
