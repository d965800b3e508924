/** The inbox, and what works on every screen behind the sign-in, as one file of code. */
import './shared-code';

export { InboxHost } from '../inbox/inbox-host';
export { InboxPage } from '../inbox/inbox-page';
export { KeysSheet } from './keyboard/keys-sheet';
export { Palette } from './keyboard/palette';
export { SessionWatch } from './shell/session-watch';
