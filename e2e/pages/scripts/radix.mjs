import { Content, Portal, Root, Title } from '@radix-ui/react-dialog';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

const dialog = createElement(
  Root,
  { open: true },
  createElement(
    Portal,
    null,
    createElement(
      Content,
      { 'aria-describedby': undefined },
      createElement(Title, null, 'Newsletter'),
      createElement('input', { id: 'trapped', 'aria-label': 'E-mail' }),
    ),
  ),
);
createRoot(document.querySelector('#app')).render(dialog);
