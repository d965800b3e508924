import Joi from 'joi';
import { page, time, uuid, type Page } from '../platform/http/fields';
import { pageAnswer } from '../platform/http/paging';
import type { AuditEntry } from './wire';

export interface AuditQuery extends Page {
  since?: string;
  until?: string;
}

/** Selects entries from `since` on and before `until`. */
export const auditQuery = { ...page, since: time, until: time };

const entry = Joi.object<AuditEntry, true>({
  entry_id: uuid.required(),
  workspace_id: uuid.allow(null).required(),
  action: Joi.string().required(),
  actor: Joi.object<NonNullable<AuditEntry['actor']>, true>({
    account_id: uuid.required(),
    display_name: Joi.string().allow('').required(),
  })
    .allow(null)
    .required(),
  ip: Joi.string().allow(null).required(),
  subject: Joi.string().allow(null).required(),
  details: Joi.object().required(),
  created_at: time.required(),
}).id('AuditEntry');

export const entriesAnswer = pageAnswer('entries', entry);
