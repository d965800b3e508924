import type { AttachmentView } from '@chat-relay/widget-sdk/frames';
import type { CreatedUpload, FinishedUpload } from '@chat-relay/widget-sdk/rest';
import Joi from 'joi';
import { lineOfText, objectId, readable, time } from '../platform/http/fields';
import { ATTACHMENT_TYPES, MAX_ATTACHMENT_BYTES } from '../tenants/files/settings';
import { MAX_ATTACHMENTS } from './attachment';
import { NOT_SHOWN } from './view';

const MAX_NAME = 255;
/** Longer than any id, so that an unknown one gets the same response as someone else's. */
const uploadId = readable().max(100);

export interface CreateUploadBody {
  name: string;
  bytes: number;
}
export interface ConversationUploadBody extends CreateUploadBody {
  conversation_id: string;
}
export interface UploadBody {
  upload_id: string;
}

const file = {
  name: lineOfText(MAX_NAME).required(),
  // The tenant's own limit is checked later, with an error code of its own.
  bytes: Joi.number().integer().min(1).max(Number.MAX_SAFE_INTEGER).required(),
};
export const createUploadBody = Joi.object<CreateUploadBody>(file);
export const conversationUploadBody = Joi.object<ConversationUploadBody>({
  conversation_id: objectId.required(),
  ...file,
});
export const uploadBody = Joi.object<UploadBody>({ upload_id: uploadId.required() });

/** The ids of a message's files. */
export const attachmentList = Joi.array().items(uploadId).max(MAX_ATTACHMENTS);

export const createdUploadAnswer = Joi.object<CreatedUpload, true>({
  upload_id: uploadId.required(),
  put: Joi.object<CreatedUpload['put'], true>({
    url: Joi.string().required(),
    headers: Joi.object().pattern(Joi.string(), Joi.string()).required(),
  }).required(),
  expires_at: time.required(),
}).id('CreatedUpload');
export const cancelledUploadAnswer = Joi.object<UploadBody, true>({
  upload_id: uploadId.required(),
});

export const fileFields = {
  upload_id: uploadId.required(),
  name: Joi.string().required(),
  type: Joi.string()
    .valid(...ATTACHMENT_TYPES, NOT_SHOWN)
    .required(),
  bytes: Joi.number().integer().max(MAX_ATTACHMENT_BYTES).required(),
  width: Joi.number().integer(),
  height: Joi.number().integer(),
  sha256: Joi.string().hex().length(64).required(),
  scan: Joi.string().valid('none', 'pending', 'clean', 'infected').required(),
};
export const finishedUploadAnswer = Joi.object<FinishedUpload, true>(fileFields).id(
  'FinishedUpload',
);
export const attachmentFields = { ...fileFields, url: Joi.string(), url_expires_at: time };
export const attachmentsShape = Joi.array().items(
  Joi.object<AttachmentView, true>(attachmentFields).id('Attachment'),
);
