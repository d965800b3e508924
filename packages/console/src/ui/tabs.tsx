export interface Tab {
  href: string;
  label: string;
}

/** Parts of one page, each with an address of its own. */
export function Tabs({
  label,
  tabs,
  current,
}: {
  label: string;
  tabs: readonly Tab[];
  current: string;
}) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.href} href={tab.href} aria-current={tab.href === current ? 'page' : undefined}>
          {tab.label}
        </a>
      ))}
    </nav>
  );
}
