import { EVENT_NAMES, type EventName } from '@chat-relay/receiver-sdk';
import Joi from 'joi';
import { nullable, objectId, page, time, uuid, type Page } from '../../platform/http/fields';
import { pageAnswer } from '../../platform/http/paging';
import type {
  Callback,
  CallbackAttempt,
  CallbackDetail,
  CallbackHealth,
  CallbackResponses,
  CallbackState,
  CallbackTest,
  ListedCallback,
} from './wire';

export const CALLBACK_STATES = [
  'pending',
  'aside',
  'delivered',
  'dead',
] as const satisfies readonly CallbackState[];
const REPLAYED_STATES = ['delivered', 'dead'] as const;

export interface CallbacksQuery extends Page {
  tenant_id: string;
  state?: CallbackState;
  event?: EventName;
  conversation_id?: string;
  since?: string;
  until?: string;
  order: 'asc' | 'desc';
  bodies: boolean;
}
export const callbacksQuery = Joi.object<CallbacksQuery>({
  tenant_id: uuid.required(),
  state: Joi.valid(...CALLBACK_STATES),
  event: Joi.valid(...EVENT_NAMES),
  conversation_id: objectId,
  since: time,
  until: time,
  order: Joi.valid('asc', 'desc').default('desc'),
  bodies: Joi.boolean().default(false),
  ...page,
});

export const callbackQuery = Joi.object<{ event_id: string }>({ event_id: uuid.required() });

export interface ResendBody {
  event_id: string;
  force?: boolean;
}
export const resendBody = Joi.object<ResendBody>({
  event_id: uuid.required(),
  force: Joi.boolean(),
});

export interface ReplayBody {
  tenant_id: string;
  since: string;
  until: string;
  event?: EventName;
  state?: (typeof REPLAYED_STATES)[number];
  dry_run?: boolean;
}
export const replayBody = Joi.object<ReplayBody>({
  tenant_id: uuid.required(),
  since: time.required(),
  until: time.required(),
  event: Joi.valid(...EVENT_NAMES),
  state: Joi.valid(...REPLAYED_STATES),
  dry_run: Joi.boolean(),
});

export const tenantBody = Joi.object<{ tenant_id: string }>({ tenant_id: uuid.required() });

const count = Joi.number().integer().min(0);

const callbackFields = {
  event_id: uuid.required(),
  tenant_id: uuid.required(),
  conversation_id: objectId.required(),
  event: Joi.string().required(),
  sequence: Joi.number().integer().required(),
  state: Joi.string()
    .valid(...CALLBACK_STATES)
    .required(),
  attempt_count: count.required(),
  outcome: nullable(Joi.string()),
  replay_of: nullable(uuid),
  created_at: time.required(),
  next_attempt_at: nullable(time),
  settled_at: nullable(time),
};
const callback = Joi.object<Callback, true>(callbackFields).id('Callback');
const listedCallback = Joi.object<ListedCallback, true>({
  ...callbackFields,
  body_text: Joi.string(),
}).id('ListedCallback');
export const callbacksAnswer = pageAnswer('callbacks', listedCallback);
export const callbackAnswer = Joi.object<{ callback: Callback }, true>({
  callback: callback.required(),
});

const attempt = Joi.object<CallbackAttempt, true>({
  attempted_at: time.required(),
  status: nullable(Joi.number().integer()),
  outcome: Joi.string().required(),
  duration_ms: count.required(),
  answer: Joi.string().allow('').required(),
  clock_skew_ms: nullable(Joi.number().integer()),
}).id('CallbackAttempt');
const callbackDetail = Joi.object<CallbackDetail, true>({
  ...callbackFields,
  body: Joi.object().unknown().required(),
  attempts: Joi.array().items(attempt).required(),
}).id('CallbackDetail');
export const callbackDetailAnswer = Joi.object<{ callback: CallbackDetail }, true>({
  callback: callbackDetail.required(),
});

export const callbackHealthAnswer = Joi.object<CallbackHealth, true>({
  pending: count.required(),
  dead: count.required(),
  oldest_pending_at: nullable(time),
  paused_until: nullable(time),
  probing_since: nullable(time),
  last_delivered_at: nullable(time),
  last_failure: nullable(
    Joi.object({
      at: time.required(),
      status: nullable(Joi.number().integer()),
      reason: Joi.string().required(),
    }),
  ),
  stopped_events: Joi.array().items(Joi.string()).required(),
}).id('CallbackHealth');

export const replayAnswer = Joi.object<CallbackResponses['console/replay/callbacks'], true>({
  matched: count.required(),
  replayed: count.required(),
});
export const resumeAnswer = Joi.object<CallbackResponses['console/resume/callbacks'], true>({
  waiting: count.required(),
});

export const testAnswer = Joi.object<{ test: CallbackTest }, true>({
  test: Joi.object<CallbackTest, true>({
    url: Joi.string().required(),
    dns: Joi.object({
      host: Joi.string().required(),
      addresses: Joi.array().items(Joi.string()).required(),
      error: nullable(Joi.string()),
    }).required(),
    tls: nullable(
      Joi.object({
        protocol: nullable(Joi.string()),
        issuer: nullable(Joi.string()),
        valid_to: nullable(time),
        error: nullable(Joi.string()),
      }),
    ),
    delivered: Joi.boolean().required(),
    acknowledged: Joi.boolean().required(),
    status: nullable(Joi.number().integer()),
    outcome: Joi.string().required(),
    duration_ms: count.required(),
    answer: Joi.string().allow('').required(),
    clock_skew_ms: nullable(Joi.number().integer()),
  })
    .id('CallbackTest')
    .required(),
});
