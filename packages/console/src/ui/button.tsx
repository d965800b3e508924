import { useId } from 'preact/hooks';
import type { ComponentChildren, Ref } from 'preact';
import { Icon, type IconName } from './icon';

export interface ButtonProps {
  /** `primary` for the one thing to do next; `danger` for what can't be undone. */
  kind?: 'primary' | 'danger' | 'plain' | undefined;
  type?: 'button' | 'submit';
  onClick?: ((event: MouseEvent) => void) | undefined;
  icon?: IconName | undefined;
  /** The name of a button that shows its icon alone. */
  label?: string | undefined;
  /** Its work is under way: it can't be pressed again. */
  isBusy?: boolean | undefined;
  /** Why it can't be pressed now: said on focus and hover. */
  whyDisabled?: string | undefined;
  isWide?: boolean | undefined;
  /** Its key, as `aria-keyshortcuts` names it. */
  keys?: string | undefined;
  buttonRef?: Ref<HTMLButtonElement> | undefined;
  children?: ComponentChildren;
}

/** Never `disabled`: a button that can't be pressed keeps its place in the tab order and says why. */
export function Button(props: ButtonProps) {
  const { kind, type = 'button', icon, label, isBusy = false, whyDisabled, children } = props;
  const reasonId = useId();
  const isOff = isBusy || whyDisabled !== undefined;
  const classes = ['button', kind, props.isWide && 'wide', label !== undefined && 'icon-only'];
  return (
    <button
      type={type}
      class={classes.filter(Boolean).join(' ')}
      ref={props.buttonRef ?? null}
      aria-label={label}
      aria-disabled={isOff || undefined}
      aria-busy={isBusy || undefined}
      aria-describedby={whyDisabled === undefined ? undefined : reasonId}
      aria-keyshortcuts={props.keys}
      data-tip={whyDisabled ?? label}
      onClick={(event) => {
        if (isOff) event.preventDefault();
        else props.onClick?.(event);
      }}
    >
      {isBusy ? <span class="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
      {whyDisabled !== undefined && (
        <span class="hidden" id={reasonId}>
          {whyDisabled}
        </span>
      )}
    </button>
  );
}
