import { sanitiseLine } from '../terminal/sanitise';
import { minuteOf } from './listing';
import type { Tenant } from '@chat-relay/server/wire/tenants';

/** Describes a tenant in lines; with its secret, if the relay has just returned it. */
export function describeTenant(tenant: Tenant, secret?: string | null): string {
  const facts: [name: string, value: string][] = [
    ['id', tenant.tenant_id],
    ['status', statusOf(tenant)],
    ['widget key', tenant.widget_public_key],
    ...(secret ? ([['secret', secret]] as [string, string][]) : []),
    ['origins', tenant.allowed_origins.join(' ') || 'none: no page may open the chat'],
    ['callbacks', tenant.callback_url_base ?? 'none'],
    ['locale', tenant.default_locale],
    ['bot', tenant.bot.kind],
    ['hours', tenant.hours ? `set, ${tenant.hours.timezone}` : 'always open'],
    ['kept', keptOf(tenant)],
    ['ratings', tenant.rating ? 'asked for after a resolved conversation' : 'off'],
    ['waiting mail', tenant.waiting_mail ? 'on' : 'off'],
    [
      'assigned',
      tenant.assignment === 'off' ? 'by hand' : `automatically, by ${tenant.assignment}`,
    ],
    ['targets', targetsOf(tenant)],
    ['since', `${minuteOf(tenant.created_at)} UTC`],
  ];
  const lines = facts.map(([name, value]) => `  ${name.padEnd(12)}  ${sanitiseLine(value)}`);
  return [sanitiseLine(tenant.tenant_name), ...lines].join('\n');
}

function keptOf({ retention: { messages_days: days } }: Tenant): string {
  return days === null ? 'permanently' : `${days} days after the last message`;
}

function targetsOf({ targets: { wait_s, first_answer_s } }: Tenant): string {
  const claim = wait_s === null ? [] : [`claim within ${wait_s} s`];
  const answer = first_answer_s === null ? [] : [`first answer within ${first_answer_s} s`];
  return [...claim, ...answer].join(', ') || 'none';
}

function statusOf({ status, deletes_at }: Tenant): string {
  return deletes_at === null ? status : `${status}, erased at ${minuteOf(deletes_at)} UTC`;
}
