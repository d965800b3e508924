import type { ComponentChildren } from 'preact';
import { useUnsavedGuard } from '../state/unsaved-guard';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Form, type FormHandle } from '../ui/form';
import { Banner } from '../ui/notes';
import { useLanguage } from '../words/language';
import { focusField } from './focus-field';

export interface FormDialogProps<Field extends string> {
  title: string;
  form: FormHandle<Field>;
  /** Whether closing would lose typed text. */
  isChanged: boolean;
  /** Replaces the usual words for a refusal. */
  refusal?: ComponentChildren;
  /** A newer version that another person has saved. Saving here would replace it. */
  theirs?: { text: string; take(): void } | undefined;
  /** Whether another person has deleted the record. Saving creates it again. */
  isDeleted?: boolean;
  onClose(): void;
  children: ComponentChildren;
}

/** A dialog that edits a record. Closing it asks first if something was typed. */
export function FormDialog<Field extends string>(props: FormDialogProps<Field>) {
  const { title, form, isChanged, refusal, theirs, isDeleted, onClose, children } = props;
  const { common, tenants } = useLanguage().words;
  useUnsavedGuard(isChanged);
  const leave = (): void => {
    if (!isChanged || confirm(common.leaveUnsaved)) onClose();
  };
  return (
    <Dialog title={title} isWide onClose={leave}>
      <Form form={form} refusal={refusal}>
        {isDeleted && !form.isBusy && <Banner tone="waiting">{tenants.deletedMeanwhile}</Banner>}
        {theirs && !form.isBusy && (
          <Banner tone="waiting">
            <div class="theirs">
              <p>{tenants.overtaken}</p>
              <p class="theirs-text" dir="auto">
                {theirs.text}
              </p>
              <Button
                onClick={(event) => {
                  focusField(event);
                  theirs.take();
                }}
              >
                {tenants.takeTheirs}
              </Button>
            </div>
          </Banner>
        )}
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
