import Joi from 'joi';
import { content, lineOfText, locale, page, uuid, type Page } from '../../../platform/http/fields';
import { pageAnswer } from '../../../platform/http/paging';
import type { CannedReply, OneReply } from './wire';

const shortcut = lineOfText(64);

export interface CreateCannedReplyBody {
  workspace_id: string;
  shortcut: string;
  content: string;
  locale?: string;
}

export const createCannedReplyBody = Joi.object<CreateCannedReplyBody>({
  workspace_id: uuid.required(),
  shortcut: shortcut.required(),
  content: content.required(),
  locale,
});

export interface UpdateCannedReplyBody {
  canned_reply_id: string;
  shortcut?: string;
  content?: string;
  locale?: string | null;
}

export const updateCannedReplyBody = Joi.object<UpdateCannedReplyBody>({
  canned_reply_id: uuid.required(),
  shortcut,
  content,
  locale: locale.allow(null),
});

export interface CannedReplyIdBody {
  canned_reply_id: string;
}

export const cannedReplyIdBody = Joi.object<CannedReplyIdBody>({
  canned_reply_id: uuid.required(),
});

export interface CannedRepliesQuery extends Page {
  workspace_id: string;
}

export const cannedRepliesQuery = Joi.object<CannedRepliesQuery>({
  ...page,
  workspace_id: uuid.required(),
});

const cannedReplyShape = Joi.object<CannedReply, true>({
  canned_reply_id: uuid.required(),
  workspace_id: uuid.required(),
  shortcut: shortcut.required(),
  content: content.required(),
  locale,
}).id('CannedReply');

export const cannedReplyAnswer = Joi.object<OneReply, true>({
  canned_reply: cannedReplyShape.required(),
});
export const cannedRepliesAnswer = pageAnswer('canned_replies', cannedReplyShape);
