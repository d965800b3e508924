import type { PageResponse } from '../../../platform/http/wire';

/** A prepared reply of a workspace's operators; without a `locale` it is for every language. */
export interface CannedReply {
  canned_reply_id: string;
  workspace_id: string;
  shortcut: string;
  content: string;
  locale?: string;
}

export interface OneReply {
  canned_reply: CannedReply;
}

export interface CannedReplyResponses {
  'console/create/canned-reply': OneReply;
  'console/fetch/canned-replies': PageResponse<'canned_replies', CannedReply>;
  'console/update/canned-reply': OneReply;
  'console/remove/canned-reply': OneReply;
}
