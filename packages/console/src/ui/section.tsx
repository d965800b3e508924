import type { ComponentChildren } from 'preact';

/** A subject of a settings page: what it is at the left, its controls at the right; or below, if they are wide. */
export function Section({
  title,
  lead,
  isWide = false,
  children,
}: {
  title: string;
  lead?: string | undefined;
  isWide?: boolean;
  children: ComponentChildren;
}) {
  return (
    <section class={isWide ? 'section wide' : 'section'}>
      <header>
        <h2>{title}</h2>
        {lead && <p class="muted">{lead}</p>}
      </header>
      <div class="section-body">{children}</div>
    </section>
  );
}
