import type { ComponentChildren } from 'preact';
import { Icon } from './icon';

/** A link above a heading, to the list that contains this page. */
export function BackLink({ href, children }: { href: string; children: ComponentChildren }) {
  return (
    <a class="back-link" href={href}>
      <Icon name="left" size={14} />
      {children}
    </a>
  );
}
