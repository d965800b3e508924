import type { Operator } from '@chat-relay/server/wire/operators';
import { pickOne } from '../terminal/pick-one';
import { sanitiseLine } from '../terminal/sanitise';
import type { Api } from './api';
import { readItems } from '@chat-relay/desk/relay/listing';

export async function findOperator(
  api: Api,
  workspaceId: string,
  wanted: string,
): Promise<Operator> {
  const query = { workspace_id: workspaceId };
  const address = { route: 'console/fetch/operators', plural: 'operators', query } as const;
  const { items } = await readItems(api, address, { most: Infinity });
  return pickOne(items, wanted, {
    idOf: ({ operator_id }) => operator_id,
    nameOf: ({ display_name }) => display_name,
    noun: ['operator', 'operators'],
    label: 'name',
    hint: 'relayctl operator list shows them.',
  });
}

export function describeOperator(operator: Operator): string {
  const { tenant_ids, routing_keys, capacity } = operator;
  const facts = [
    `${tenant_ids.length} ${tenant_ids.length === 1 ? 'tenant' : 'tenants'}`,
    routing_keys.length === 0 ? 'every routing key' : `routing keys ${routing_keys.join(' ')}`,
    `capacity ${capacity}`,
  ];
  return `${sanitiseLine(operator.display_name)} is an operator: ${sanitiseLine(facts.join(', '))}.`;
}
