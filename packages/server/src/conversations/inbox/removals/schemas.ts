import type { MessageView } from '@chat-relay/widget-sdk/frames';
import Joi from 'joi';
import { objectId, uuid } from '../../../platform/http/fields';
import { messageShape } from '../../journal/message-shape';

export interface RemoveMessageBody {
  conversation_id: string;
  message_id: string;
}

export const removeMessageBody = Joi.object<RemoveMessageBody>({
  conversation_id: objectId.required(),
  message_id: uuid.required(),
});

export const removedMessageAnswer = Joi.object<{ message: MessageView }, true>({
  message: messageShape.required(),
});
