import Joi from 'joi';
import { name, page, time, uuid, type Page } from '../platform/http/fields';
import { pageAnswer } from '../platform/http/paging';
import { invitationAnswer } from '../workspaces/view';
import { emailAddress } from '../platform/mail/address';
import { routingKey } from './routing-key';
import type {
  CreatedOperator,
  Operator,
  OperatorResponse,
  OperatorResponses,
  PresenceSetting,
} from './wire';

const MAX_TENANTS = 500;
const MAX_ROUTING_KEYS = 500;
const MAX_CAPACITY = 1000;

const fields = {
  display_name: name,
  tenant_ids: Joi.array().items(uuid).max(MAX_TENANTS),
  routing_keys: Joi.array().items(routingKey).max(MAX_ROUTING_KEYS),
  capacity: Joi.number().integer().min(1).max(MAX_CAPACITY),
};

export interface CreateOperatorBody {
  workspace_id: string;
  email: string;
  display_name: string;
  tenant_ids: string[];
  routing_keys?: string[];
  capacity?: number;
}

export const createOperatorBody = Joi.object<CreateOperatorBody>({
  ...fields,
  workspace_id: uuid.required(),
  email: emailAddress.required(),
  display_name: name.required(),
  tenant_ids: fields.tenant_ids.required(),
});

export interface UpdateOperatorBody {
  operator_id: string;
  display_name?: string;
  tenant_ids?: string[];
  routing_keys?: string[];
  capacity?: number;
}

export const updateOperatorBody = Joi.object<UpdateOperatorBody>({
  ...fields,
  operator_id: uuid.required(),
});

export interface OperatorIdBody {
  operator_id: string;
}

export const operatorIdBody = Joi.object<OperatorIdBody>({ operator_id: uuid.required() });

export interface PresenceBody {
  status: PresenceSetting;
}

const presenceSetting = Joi.string().valid('online', 'away', 'offline');
export const presenceBody = Joi.object<PresenceBody>({ status: presenceSetting.required() });

export interface OperatorsQuery extends Page {
  workspace_id: string;
}

export const operatorsQuery = Joi.object<OperatorsQuery>({
  ...page,
  workspace_id: uuid.required(),
});

const operatorShape = Joi.object<Operator, true>({
  operator_id: uuid.required(),
  workspace_id: uuid.required(),
  account_id: uuid.required(),
  display_name: name.required(),
  tenant_ids: fields.tenant_ids.required(),
  routing_keys: fields.routing_keys.required(),
  capacity: fields.capacity.required(),
  presence: Joi.string().valid('online', 'absent', 'away', 'offline').required(),
  presence_since: time.required(),
  presence_set: presenceSetting.required(),
}).id('Operator');

export const operatorAnswer = Joi.object<OperatorResponse, true>({
  operator: operatorShape.required(),
});
export const operatorsAnswer = pageAnswer('operators', operatorShape);
export const presenceAnswer = Joi.object<OperatorResponses['console/set/presence'], true>({
  status: presenceSetting.required(),
  operators: Joi.array().items(operatorShape).required(),
});
/** Has no operator if the address belongs to no member yet and is invited. */
export const createOperatorAnswer = Joi.object<CreatedOperator>({
  operator: operatorShape.allow(null).required(),
  invitation: invitationAnswer,
  dev_invite_token: Joi.string().allow(null),
});
