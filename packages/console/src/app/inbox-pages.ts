/** The bundle of the inbox, and of what runs on every page after sign-in. */
export { InboxHost } from '../inbox/inbox-host';
export { InboxPage } from '../inbox/inbox-page';
export { KeysSheet } from './keyboard/keys-sheet';
export { Palette } from './keyboard/palette';
export { SessionWatch } from './shell/session-watch';
