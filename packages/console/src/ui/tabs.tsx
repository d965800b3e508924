import { useLayoutEffect, useRef } from 'preact/hooks';

export interface Tab {
  href: string;
  label: string;
}

/** Tabs of a page. Each has an address of its own. */
export function Tabs({
  label,
  tabs,
  current,
}: {
  label: string;
  tabs: readonly Tab[];
  current: string;
}) {
  const row = useRef<HTMLElement>(null);
  // A phone may not show all tabs: scroll to the current one.
  useLayoutEffect(() => {
    const here = row.current?.querySelector('[aria-current]');
    here?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <nav class="tabs" aria-label={label} ref={row}>
      {tabs.map((tab) => (
        <a key={tab.href} href={tab.href} aria-current={tab.href === current ? 'page' : undefined}>
          {tab.label}
        </a>
      ))}
    </nav>
  );
}
