import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { ComponentChildren } from 'preact';

export interface DialogProps {
  title: string;
  /** Called on Escape, or on a click outside. */
  onClose(): void;
  /** Makes the dialog's content a form, and is called when it is sent. */
  onSubmit?: () => void;
  isWide?: boolean;
  /** Id of the text that screen readers read after the title. */
  textId?: string;
  children: ComponentChildren;
}

/** The browser's dialog, which keeps the focus inside, and returns it when closed. */
export function Dialog({ title, onClose, onSubmit, isWide, textId, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const content = (
    <>
      <h2 id={id}>{title}</h2>
      {children}
    </>
  );
  return (
    <dialog
      ref={dialog}
      class={isWide ? 'dialog wide' : 'dialog'}
      aria-labelledby={id}
      aria-describedby={textId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      {onSubmit ? (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          {content}
        </form>
      ) : (
        <div class="dialog-body">{content}</div>
      )}
    </dialog>
  );
}
