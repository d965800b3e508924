import { useEffect, useRef, useState } from 'preact/hooks';
import { addressAt } from '../../desk/files';
import type { AttachmentView } from '@chat-relay/widget-sdk/frames';

/** Fetches a message again; resolves to what its file is now, or to null where it no longer is. */
export type Renew = (seq: number, uploadId: string) => Promise<AttachmentView | null>;

export interface Address {
  /** Null until it is here. It stays what it was once it has opened the file. */
  current: string | null;
  hasFailed: boolean;
  /** Of a picture that did not load: its address may have ended. */
  onError(): void;
  /** An address for now. Null where there is none. */
  ask(): Promise<string | null>;
}

/** Where a file is. Its address ends after 10 minutes: then another one is asked for. */
export function useAddress(file: AttachmentView, seq: number, renew: Renew): Address {
  const isOver = file.url === undefined || Date.parse(file.url_expires_at ?? '') <= Date.now();
  const [current, setCurrent] = useState(isOver ? null : hereOf(file));
  const [hasFailed, setFailed] = useState(false);
  // Not by its time alone: a clock may be wrong. What was just fetched is not fetched again.
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

/** At this page's own origin: its policy allows pictures of no other one. */
function hereOf(file: AttachmentView | null): string | null {
  return file?.url === undefined ? null : addressAt(location.origin, file.url);
}
