import Joi from 'joi';
import { time, uuid } from '../platform/http/fields';
import { BUCKETS, type Bucket } from './buckets';
import type { Figures, FiguresAt, Percentiles, Ratings, Report } from './wire';

export interface ReportQuery {
  tenant_id?: string;
  workspace_id?: string;
  since?: string;
  until?: string;
  bucket: Bucket;
}

const moment = Joi.string()
  .isoDate()
  .raw()
  .description('A time, or a date in the time zone of the report');

export const reportQuery = Joi.object<ReportQuery>({
  tenant_id: uuid,
  workspace_id: uuid,
  since: moment,
  until: moment,
  bucket: Joi.valid(...BUCKETS).default('day'),
}).xor('tenant_id', 'workspace_id');

const count = Joi.number().integer().min(0).required();
const seconds = Joi.number().min(0).allow(null).required();
const percentiles = Joi.object<Percentiles, true>({ p50: seconds, p90: seconds })
  .required()
  .id('Percentiles');

const figures = {
  conversations: count,
  visitor_messages: count,
  bot_messages: count,
  agent_messages: count,
  escalations: Joi.object<Figures['escalations']>()
    .pattern(Joi.string(), Joi.number().integer())
    .required(),
  resolved_by_bot: count,
  resolved_by_agent: count,
  first_answer_s: percentiles,
  wait_s: percentiles,
  ratings: Joi.object<Ratings, true>({
    1: count,
    2: count,
    3: count,
    4: count,
    5: count,
    average: Joi.number().min(1).max(5).allow(null).required(),
  }).required(),
  late_first_answers: count,
  late_waits: count,
};

export const reportAnswer = Joi.object<Report, true>({
  timezone: Joi.string().required(),
  bucket: Joi.string()
    .valid(...BUCKETS)
    .required(),
  since: time.required(),
  until: time.required(),
  buckets: Joi.array()
    .items(Joi.object<FiguresAt, true>({ at: time.required(), ...figures }).id('FiguresAt'))
    .required(),
  totals: Joi.object<Figures, true>(figures).required().id('Figures'),
});
