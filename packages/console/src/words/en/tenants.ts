import type { Words } from '../words';

export const tenants: Words['tenants'] = {
  title: 'Sites',
  lead: 'The sites of this workspace where the widget meets visitors.',
  add: 'Add a site',
  firstTitle: 'Add your first site',
  firstText: 'Name it, paste one line into your pages, and the first message arrives in the inbox.',
  toInbox: 'Later',
  name: 'Name',
  nameHint: 'Visitors see it at the top of the widget.',
  state: 'State',
  states: { active: 'Active', suspended: 'Suspended', deleting: 'Being deleted' },
  origins: 'Origins',
  firstOrigin: 'Address of the site',
  firstOriginHint: 'For example https://shop.example. The widget answers only there.',
  badOrigin: 'Enter a full origin such as https://shop.example, without a path.',
  locale: 'Default language',
  created: 'Created',
  isCreated: (name) => `${name} is created.`,
};
