import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon';

export type Tone = 'neutral' | 'waiting' | 'late' | 'online';

const TONE_ICONS: Record<Tone, IconName> = {
  neutral: 'info',
  waiting: 'warning',
  late: 'warning',
  online: 'check',
};

/** Something to know about this page, as long as it is so. */
export function Banner({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: Tone;
  icon?: IconName;
  children: ComponentChildren;
}) {
  return (
    <div class={`banner ${tone}`} role={tone === 'late' ? 'alert' : 'status'}>
      <Icon name={icon ?? TONE_ICONS[tone]} />
      <div class="grow">{children}</div>
    </div>
  );
}

export function Badge({
  tone = 'neutral',
  children,
}: {
  tone?: Tone | 'accent';
  children: ComponentChildren;
}) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** A place with nothing in it: what will appear here, and what to do. */
export function Empty({
  icon,
  title,
  isPage = false,
  children,
}: {
  icon?: IconName;
  title: string;
  /** It is all there is on the page, so its title is the page's. */
  isPage?: boolean;
  children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      {icon && <Icon name={icon} size={28} />}
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children}
    </div>
  );
}
