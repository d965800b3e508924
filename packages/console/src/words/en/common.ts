import type { Words } from '../words';

export const common: Words['common'] = {
  productName: 'Chat Relay',
  cancel: 'Cancel',
  save: 'Save',
  saved: 'Saved.',
  close: 'Close',
  back: 'Back',
  remove: 'Delete',
  edit: 'Edit',
  add: 'Add',
  retry: 'Try again',
  undo: 'Undo',
  more: 'More actions',
  loading: 'Loading…',
  optional: 'optional',
  required: 'This field is required.',
  unsaved: 'Unsaved changes.',
  leaveUnsaved: 'Leave without saving your changes?',
  showPassword: 'Show password',
};
