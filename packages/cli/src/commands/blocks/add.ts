import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';

export interface BlockOptions extends GlobalOptions {
  kind: string;
  reason: string;
  until?: string;
}

export async function blockVisitor(options: BlockOptions, conversation_id: string): Promise<void> {
  const { api } = requireLogin(options);
  const { kind, reason, until } = options;
  const { block } = await api.post('console/block/visitor', {
    conversation_id,
    kind,
    reason,
    ends_at: until ?? null,
  });
  printResult(
    options.json,
    { block },
    () =>
      `Blocked ${block.ends_at ? `until ${block.ends_at}` : 'until it is lifted'}: ${block.block_id}`,
  );
}
