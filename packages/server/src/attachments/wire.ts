import type { CreatedUpload, FinishedUpload } from '@chat-relay/widget-sdk/rest';

export interface UploadResponses {
  'console/create/upload': CreatedUpload;
  'console/finish/upload': FinishedUpload;
  'console/cancel/upload': { upload_id: string };
}
