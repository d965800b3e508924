import type { SentTranscript, Snapshot } from '../../types';
import { element, setAttribute, setText } from '../dom';
import type { Wording } from '../wording';

export interface Contact {
  readonly part: HTMLElement;
  render(wording: Wording, snapshot: Snapshot, isEnding: boolean): void;
}

/** In ms. PROTOCOL: after this time in the queue, the widget assumes that no operator will come. */
const NOBODY_AFTER_MS = 120_000;

/**
 * Asks for an e-mail address for the answer while no operator is there; the visitor may skip it. Once it is given, the
 * visitor may have the conversation mailed to it.
 */
export function createContact(on: {
  leave(email: string): Promise<void>;
  mail(): Promise<SentTranscript>;
  /** Draws this again after a change. */
  change(): void;
}): Contact {
  const title = element('p', { id: 'chat-contact' });
  const note = element('p', { class: 'small', id: 'chat-contact-note' });
  const input = element('input', {
    type: 'email',
    autocomplete: 'email',
    maxlength: '254',
    dir: 'ltr',
    'aria-labelledby': title.id,
    'aria-describedby': note.id,
  });
  const leave = element('button', { class: 'text-button primary', type: 'button' });
  const skip = element('button', { class: 'text-button', type: 'button' });
  const mail = element('button', { class: 'text-button', type: 'button' });
  const result = element('p', { role: 'status' });
  const part = element('div', { class: 'choice contact', hidden: true }, title, input, leave, skip);
  part.append(note, mail, result);
  let isSkipped = false;
  let isBusy = false;
  let outcome: '' | 'contactWrong' | 'failed' | 'contactThanks' | 'mailedTo' | 'confirmSent' = '';
  let address = '';
  let waitsSince = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(task: () => Promise<typeof outcome>) {
    if (isBusy) return;
    isBusy = true;
    on.change();
    outcome = await task().catch(() => 'failed');
    isBusy = false;
    on.change();
  }

  function submit() {
    const email = input.value.trim();
    if (!email || !input.checkValidity()) {
      outcome = 'contactWrong';
      input.focus();
      return on.change();
    }
    void run(async () => {
      await on.leave(email);
      return 'contactThanks';
    });
  }

  leave.addEventListener('click', submit);
  input.addEventListener('keydown', (event) => event.key === 'Enter' && submit());
  skip.addEventListener('click', () => {
    isSkipped = true;
    on.change();
  });
  mail.addEventListener('click', () => {
    void run(async () => {
      const { sentTo, needsConfirmation } = await on.mail();
      address = sentTo;
      return needsConfirmation ? 'confirmSent' : 'mailedTo';
    });
  });

  /** True if no operator is online, or none comes in time. */
  function isMissing({ config, conversation }: Snapshot): boolean {
    const isWaiting = conversation?.status === 'WAITING';
    if (!isWaiting) {
      clearTimeout(timer);
      waitsSince = 0;
    } else if (!waitsSince) {
      waitsSince = Date.now();
      timer = setTimeout(on.change, NOBODY_AFTER_MS);
    }
    return isWaiting && (!config?.isOnline || Date.now() - waitsSince >= NOBODY_AFTER_MS);
  }

  return {
    part,
    render({ say }, snapshot, isEnding) {
      const { config, conversation, session } = snapshot;
      const asks = isMissing(snapshot) && !!config?.askEmail && !session?.hasContact && !isSkipped;
      const status = conversation?.status;
      const mails = !!session?.hasContact && (status === 'WAITING' || status === 'RESOLVED');
      part.hidden = isEnding || !(asks || mails);
      title.hidden = input.hidden = leave.hidden = skip.hidden = note.hidden = !asks;
      mail.hidden = !mails || outcome === 'mailedTo' || outcome === 'confirmSent';
      leave.disabled = mail.disabled = isBusy;
      setText(title, say('contactTitle'));
      setText(note, say('contactNote'));
      setAttribute(input, 'placeholder', say('contactPlace'));
      setText(leave, say('send'));
      setText(skip, say('contactSkip'));
      setText(mail, say('mailIt'));
      setText(result, outcome && say(outcome, { address }));
    },
  };
}
