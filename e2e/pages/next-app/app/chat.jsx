'use client';
import '@chat-relay/widget-sdk/widget';

export function Chat() {
  return (
    <chat-relay-widget
      base-url={process.env.NEXT_PUBLIC_RELAY}
      tenant-id={process.env.NEXT_PUBLIC_TENANT}
      public-key={process.env.NEXT_PUBLIC_KEY}
    />
  );
}
