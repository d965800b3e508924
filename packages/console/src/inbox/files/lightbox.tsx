import { useEffect, useState } from 'preact/hooks';
import type { AttachmentView } from '@chat-relay/widget-sdk/frames';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { useLanguage } from '../../words/language';
import { plainLine } from '../model/plain';
import { useAddress, type Renew } from './use-address';

export interface LightboxProps {
  /** All pictures of the thread. */
  pictures: readonly { seq: number; file: AttachmentView }[];
  /** Upload id of the picture that is shown first. */
  openId: string;
  renew: Renew;
  onClose(): void;
}

/** Shows pictures as large as the window allows. The last one is followed by the first. */
export function Lightbox({ pictures, openId, renew, onClose }: LightboxProps) {
  const { inbox: words, common } = useLanguage().words;
  const [shownId, setShownId] = useState(openId);
  const index = pictures.findIndex(({ file }) => file.upload_id === shownId);
  const shown = pictures[index];
  // From the picture that is shown now: two quick keys may meet the same listener.
  const move = (by: number): void =>
    setShownId((nowId) => {
      const now = pictures.findIndex(({ file }) => file.upload_id === nowId);
      return pictures.at((now + by) % pictures.length)?.file.upload_id ?? nowId;
    });
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent): void => {
      if (key === 'ArrowLeft') move(-1);
      if (key === 'ArrowRight') move(1);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });
  useEffect(() => {
    if (!shown) onClose(); // the picture was removed while it was shown
  }, [shown]);
  if (!shown) return null;
  return (
    <Dialog title={plainLine(shown.file.name, 80)} onClose={onClose} isWide>
      <Picture key={shownId} {...shown} renew={renew} />
      <div class="bar lightbox-foot">
        {pictures.length > 1 && (
          <>
            <Button
              icon="left"
              label={words.previousPicture}
              keys="ArrowLeft"
              onClick={() => move(-1)}
            />
            <Button
              icon="right"
              label={words.nextPicture}
              keys="ArrowRight"
              onClick={() => move(1)}
            />
          </>
        )}
        <span class="grow meta" role="status">
          {words.pictureOf(index + 1, pictures.length)}
        </span>
        <Button onClick={onClose}>{common.close}</Button>
      </div>
    </Dialog>
  );
}

function Picture({ seq, file, renew }: { seq: number; file: AttachmentView; renew: Renew }) {
  const { inbox: words } = useLanguage().words;
  const address = useAddress(file, seq, renew);
  return (
    <div class="lightbox">
      {address.current === null ? (
        <p class="meta">{address.hasFailed ? words.fileFailed : ''}</p>
      ) : (
        <img
          src={address.current}
          width={file.width}
          height={file.height}
          alt={plainLine(file.name)}
          onError={address.onError}
        />
      )}
    </div>
  );
}
