import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon';

export type Tone = 'neutral' | 'waiting' | 'late' | 'online';

const TONE_ICONS: Record<Tone, IconName> = {
  neutral: 'info',
  waiting: 'warning',
  late: 'warning',
  online: 'check',
};

/** A message about this page that stays while its cause does. */
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

/** Fills an empty place: what will appear here, and what to do for it. */
export function Empty({
  icon,
  title,
  isPage = false,
  children,
}: {
  icon?: IconName;
  title: string;
  /** Whether it is the page's only content, so that its title is the page's heading. */
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
