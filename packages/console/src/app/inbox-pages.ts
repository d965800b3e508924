/** The inbox, and what works on every page behind the sign-in, as one file of code. */
export { InboxHost } from '../inbox/inbox-host';
export { InboxPage } from '../inbox/inbox-page';
export { KeysSheet } from './keyboard/keys-sheet';
export { Palette } from './keyboard/palette';
export { SessionWatch } from './shell/session-watch';
