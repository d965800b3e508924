import { useId } from 'preact/hooks';
import type { ComponentChildren, Ref } from 'preact';
import { Icon, type IconName } from './icon';

export interface ButtonProps {
  /** `primary` for the next step; `danger` for what can't be undone. */
  kind?: 'primary' | 'danger' | 'plain' | undefined;
  type?: 'button' | 'submit';
  onClick?: ((event: MouseEvent) => void) | undefined;
  icon?: IconName | undefined;
  /** Accessible name of a button that shows only an icon. */
  label?: string | undefined;
  /** Whether its action is running. It can't be pressed again meanwhile. */
  isBusy?: boolean | undefined;
  /** Why it can't be pressed now. Shown and announced on focus and hover. */
  whyDisabled?: string | undefined;
  isWide?: boolean | undefined;
  /** The shortcut as `aria-keyshortcuts` spells it. */
  keys?: string | undefined;
  buttonRef?: Ref<HTMLButtonElement> | undefined;
  children?: ComponentChildren;
}

/** A button that is never `disabled`: it stays in the tab order, and says why it can't be pressed. */
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
