import { isHeldBack, isPicture } from '@chat-relay/desk/files';
import type { AttachmentView } from '@chat-relay/widget-sdk/frames';
import { useConsole } from '../../state/console';
import { Icon } from '../../ui/icon';
import { useLanguage } from '../../words/language';
import { plainLine } from '../model/plain';
import { useAddress, type Renew } from './use-address';

export interface MessageFilesProps {
  seq: number;
  files: readonly AttachmentView[];
  renew: Renew;
  /** Opens a picture as large as the window allows. */
  onOpen(uploadId: string): void;
}

interface FileProps extends Omit<MessageFilesProps, 'files'> {
  file: AttachmentView;
}

/** The files of a message. Only pictures are displayed; a file that a scan holds back can't be opened. */
export function MessageFiles({ files, ...more }: MessageFilesProps) {
  return (
    <ul class="files">
      {files.map((file) => {
        const Shown = isHeldBack(file) ? HeldFile : isPicture(file) ? Picture : OtherFile;
        return (
          <li key={file.upload_id}>
            <Shown file={file} {...more} />
          </li>
        );
      })}
    </ul>
  );
}

/** Largest size of a picture in the thread, in CSS pixels. */
const MOST = { widthPx: 280, heightPx: 220 };
const LEAST_PX = 44;

function Picture({ file, seq, renew, onOpen }: FileProps) {
  const { inbox: words } = useLanguage().words;
  const address = useAddress(file, seq, renew);
  const { width = MOST.widthPx, height = MOST.heightPx } = file;
  const scale = Math.min(1, MOST.widthPx / width, MOST.heightPx / height);
  const inlineSize = Math.max(LEAST_PX, Math.round(width * scale));
  const blockSize = Math.max(LEAST_PX, Math.round(height * scale));
  const name = plainLine(file.name, 120);
  return (
    <button
      type="button"
      class="picture"
      style={{ inlineSize: `${inlineSize}px`, aspectRatio: `${inlineSize} / ${blockSize}` }}
      aria-label={address.hasFailed ? words.fileFailed : words.openPicture(name)}
      onClick={() => (address.hasFailed ? void address.ask() : onOpen(file.upload_id))}
    >
      {address.hasFailed && <span>{words.fileFailed}</span>}
      {address.current !== null && (
        <img
          src={address.current}
          width={inlineSize}
          height={blockSize}
          alt=""
          loading="lazy"
          decoding="async"
          onError={address.onError}
        />
      )}
    </button>
  );
}

/** A file of another type can be saved, and is never displayed. */
function OtherFile({ file, seq, renew }: FileProps) {
  const { toasts } = useConsole();
  const { inbox: words } = useLanguage().words;
  const address = useAddress(file, seq, renew);
  const save = async (): Promise<void> => {
    const isOver = Date.parse(file.url_expires_at ?? '') <= Date.now();
    const href = isOver ? await address.ask() : address.current;
    if (href === null) void toasts.show(words.fileFailed);
    else Object.assign(document.createElement('a'), { href, download: '' }).click();
  };
  return (
    <button type="button" class="file" onClick={() => void save()}>
      <span class="hidden">{words.saveFile} </span>
      <FileLine file={file} />
    </button>
  );
}

function HeldFile({ file }: FileProps) {
  const { inbox: words } = useLanguage().words;
  return (
    <div class="file held">
      <FileLine file={file} />
      <span class="file-note">
        {file.scan === 'infected' ? words.fileInfected : words.filePending}
      </span>
    </div>
  );
}

export function FileLine({ file }: { file: { name: string; bytes: number; type?: string } }) {
  const { format } = useLanguage();
  const [, kind = ''] = (file.type ?? '').replace('text/plain', '/txt').split('/');
  return (
    <>
      <Icon name="file" />
      <bdi class="cut">{plainLine(file.name, 120)}</bdi>
      <span class="file-note">
        {[kind.toUpperCase(), format.size(file.bytes)].filter(Boolean).join(' · ')}
      </span>
    </>
  );
}
