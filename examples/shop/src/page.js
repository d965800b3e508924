// "Aide" in the page's own navigation opens the chat, too.
for (const link of document.querySelectorAll('[data-opens-chat]')) {
  link.addEventListener('click', () => document.querySelector('chat-relay-widget')?.open());
}
