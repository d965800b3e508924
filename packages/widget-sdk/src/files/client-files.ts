import { createFetchAddress } from './address';
import type { ClientFiles, FilesDeps } from './files-deps';
import { createPut } from './put';
import { upload } from './upload';

export function createClientFiles(deps: FilesDeps): ClientFiles {
  const { session, ChatError } = deps;
  const put = createPut(deps);
  return {
    upload: (file, options, ended) =>
      upload(file, options, ended, { call: session.call, put, ChatError }),
    fetchAddress: createFetchAddress(deps),
  };
}
