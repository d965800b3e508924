/** Whether the browser may show notifications; `denied` also if it does not support them. */
export function notificationPermission(): NotificationPermission {
  return 'Notification' in globalThis ? Notification.permission : 'denied';
}

/** Asks the person for permission; `denied` also if the browser can't ask. */
export async function askForNotifications(): Promise<NotificationPermission> {
  try {
    return await Notification.requestPermission();
  } catch {
    return 'denied';
  }
}

/** Shows a notification; null if the browser can't. Chrome on Android grants permission, but throws here. */
export function showNotification(title: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification(title, options);
  } catch {
    return null;
  }
}
