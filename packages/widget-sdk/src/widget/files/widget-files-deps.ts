import type { Chat } from '../../types';

export interface WidgetFilesDeps {
  chat: Chat;
  panel: HTMLElement;
  button: HTMLElement;
  tray: HTMLElement;
  /** Draws the panel again. */
  change(): void;
}
