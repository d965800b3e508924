import type Joi from 'joi';
import {
  clientMsgId,
  content,
  locale,
  name,
  objectId,
  password,
  userId,
  uuid,
} from '../http/fields';

/** Fields of many bodies, by the names that the document gives them. */
export const SHARED_FIELDS: Readonly<Record<string, Joi.Schema>> = {
  Id: uuid,
  ConversationId: objectId,
  Locale: locale,
  Name: name,
  UserId: userId,
  ClientMsgId: clientMsgId,
  MessageText: content,
  Password: password,
};
