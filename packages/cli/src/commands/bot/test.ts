import type { BotTest } from '@chat-relay/server/wire/bots';
import { chooseTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { readJsonObject } from '../../terminal/request-body';
import { sanitiseLine } from '../../terminal/sanitise';

export interface TestBotOptions extends GlobalOptions {
  tenant?: string;
  locale?: string;
  data?: string;
}

/** Shows how the built-in bot would answer a visitor's message. */
export async function testBot(options: TestBotOptions, content: string): Promise<void> {
  const bot = options.data === undefined ? undefined : await readJsonObject(options.data);
  const { api } = requireLogin(options);
  const { tenant_id } = await chooseTenant(api, options.tenant);
  const { locale } = options;
  const result = await api.post('console/test/bot', {
    tenant_id,
    content,
    ...(locale !== undefined && { locale }),
    ...(bot && { bot }),
  });
  printResult(options.json, result, () => describe(result));
}

function describe({ decision, reason, answer, confidence, candidates }: BotTest): string {
  const lines = [
    decision === 'answer'
      ? `answers, confidence ${percent(confidence)}`
      : `hands over to a person: ${reason}`,
    ...(answer === undefined ? [] : [`  "${sanitiseLine(answer)}"`]),
    ...candidates.map(
      ({ title, confidence: rated }) => `  ${percent(rated).padStart(5)}  ${sanitiseLine(title)}`,
    ),
  ];
  return lines.join('\n');
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
