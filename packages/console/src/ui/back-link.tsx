import type { ComponentChildren } from 'preact';
import { Icon } from './icon';

/** Above a heading: the list that this page is a part of. */
export function BackLink({ href, children }: { href: string; children: ComponentChildren }) {
  return (
    <a class="back-link" href={href}>
      <Icon name="left" size={14} />
      {children}
    </a>
  );
}
