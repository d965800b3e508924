import { chooseTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';

export interface UnblockOptions extends GlobalOptions {
  tenant?: string;
}

export async function unblockVisitor(options: UnblockOptions, block_id: string): Promise<void> {
  const { api } = requireLogin(options);
  const { tenant_id } = await chooseTenant(api, options.tenant);
  const { block } = await api.post('console/unblock/visitor', {
    tenant_id,
    block_id,
  });
  printResult(options.json, { block }, () => 'Lifted the block.');
}
