import type { ComponentChildren } from 'preact';

/** A subject of a settings page: what it is at the left, its controls at the right. */
export function Section({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: string | undefined;
  children: ComponentChildren;
}) {
  return (
    <section class="section">
      <header>
        <h2>{title}</h2>
        {lead && <p class="muted">{lead}</p>}
      </header>
      <div class="section-body">{children}</div>
    </section>
  );
}
