import type { ComponentChildren } from 'preact';

/** A part of a settings page: title and text at the left, controls at the right, or below if they are wide. */
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
