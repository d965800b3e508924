/** Whether the browser may show notifications; `denied` also where it knows none. */
export function desktopPermission(): NotificationPermission {
  return 'Notification' in globalThis ? Notification.permission : 'denied';
}
