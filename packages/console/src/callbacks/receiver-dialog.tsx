import { useState } from 'preact/hooks';
import { CodeBlock } from '../records/code-block';
import { Button } from '../ui/button';
import { Segments } from '../ui/choice';
import { Dialog } from '../ui/dialog';
import { useLanguage } from '../words/language';
import { RECEIVER_CODE } from './receiver-code';

type CodeLanguage = keyof typeof RECEIVER_CODE;
const LANGUAGES = Object.keys(RECEIVER_CODE) as CodeLanguage[]; // RECEIVER_CODE has no other keys

export function ReceiverDialog({ onClose }: { onClose(): void }) {
  const { callbacks, common } = useLanguage().words;
  const [chosen, setChosen] = useState<CodeLanguage>('Node.js');
  return (
    <Dialog title={callbacks.receiverCode} isWide onClose={onClose}>
      <p class="muted">{callbacks.receiverLead}</p>
      <Segments
        label={callbacks.codeLanguage}
        value={chosen}
        options={LANGUAGES.map((value) => ({ value, label: value }))}
        onChange={(value) => setChosen(value)}
      />
      <CodeBlock label={chosen} text={RECEIVER_CODE[chosen]} />
      <div class="dialog-foot">
        <Button onClick={onClose}>{common.close}</Button>
      </div>
    </Dialog>
  );
}
