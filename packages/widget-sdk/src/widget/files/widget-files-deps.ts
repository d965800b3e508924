import type { Chat } from '../../types';

export interface WidgetFilesDeps {
  chat: Chat;
  panel: HTMLElement;
  /** Where the button goes. */
  button: HTMLElement;
  /** Where the chosen files go. */
  tray: HTMLElement;
  /** Draws the panel. */
  change(): void;
}
