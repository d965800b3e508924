import { useEffect, useRef, useState } from 'preact/hooks';
import { addressAt } from '@chat-relay/desk/files';
import type { AttachmentView } from '@chat-relay/widget-sdk/frames';

/** Fetches a message again. Resolves to its file as it is now, or to null if the message has lost it. */
export type Renew = (seq: number, uploadId: string) => Promise<AttachmentView | null>;

export interface Address {
  /** Null until it is fetched. It does not change after the file was opened with it. */
  current: string | null;
  hasFailed: boolean;
  /** Called when a picture does not load: its address may have expired. */
  onError(): void;
  /** Fetches a valid address; null if there is none. */
  ask(): Promise<string | null>;
}

/** The address of a file. It expires after 10 minutes, and is then fetched again. */
export function useAddress(file: AttachmentView, seq: number, renew: Renew): Address {
  const isOver = file.url === undefined || Date.parse(file.url_expires_at ?? '') <= Date.now();
  const [current, setCurrent] = useState(isOver ? null : hereOf(file));
  const [hasFailed, setFailed] = useState(false);
  // A clock may be wrong, so a picture that fails to load renews its address too, but only once.
  const isRenewed = useRef(false);

  const ask = async (): Promise<string | null> => {
    setFailed(false);
    setCurrent(null);
    isRenewed.current = true;
    const address = await renew(seq, file.upload_id).then(hereOf, () => null);
    setCurrent(address);
    setFailed(address === null);
    return address;
  };
  useEffect(() => {
    if (current === null) void ask();
  }, []);
  return {
    current,
    hasFailed,
    ask,
    onError: () => {
      if (!isRenewed.current) return void ask();
      setCurrent(null);
      setFailed(true);
    },
  };
}

/** Moves the address to this page's origin, the only one from which its policy allows pictures. */
function hereOf(file: AttachmentView | null): string | null {
  return file?.url === undefined ? null : addressAt(location.origin, file.url);
}
