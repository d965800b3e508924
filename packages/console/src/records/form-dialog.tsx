import type { ComponentChildren } from 'preact';
import { useUnsavedGuard } from '../state/unsaved-guard';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Form, type FormHandle } from '../ui/form';
import { useLanguage } from '../words/language';

export interface FormDialogProps<Field extends string> {
  title: string;
  form: FormHandle<Field>;
  /** Whether something was typed that closing would lose. */
  isChanged: boolean;
  /** What to say in place of the usual words for the refusal. */
  refusal?: ComponentChildren;
  onClose(): void;
  children: ComponentChildren;
}

/** A record over the page, to be saved. What was typed is dropped only after a question. */
export function FormDialog<Field extends string>(props: FormDialogProps<Field>) {
  const { title, form, isChanged, refusal, onClose, children } = props;
  const { common } = useLanguage().words;
  useUnsavedGuard(isChanged);
  const leave = (): void => {
    if (!isChanged || confirm(common.leaveUnsaved)) onClose();
  };
  return (
    <Dialog title={title} isWide onClose={leave}>
      <Form form={form} refusal={refusal}>
        {children}
        <div class="dialog-foot">
          <Button onClick={leave}>{common.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={form.isBusy}>
            {common.save}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
