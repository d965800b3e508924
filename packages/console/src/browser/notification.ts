/** Whether the browser may show notifications; `denied` also where it knows none. */
export function notificationPermission(): NotificationPermission {
  return 'Notification' in globalThis ? Notification.permission : 'denied';
}

/** Asks the person. `denied` also where the browser can't ask. */
export async function askForNotifications(): Promise<NotificationPermission> {
  try {
    return await Notification.requestPermission();
  } catch {
    return 'denied';
  }
}

/** Null where the browser shows none: Chrome on Android allows notifications, and throws for each one of a page. */
export function showNotification(title: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification(title, options);
  } catch {
    return null;
  }
}
