import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { DEMO_BOT } from './demo-bot.mjs';
import { demoDocuments } from './demo-knowledge.mjs';
import { createRelayClient } from './relay-client.mjs';
import { StepError } from './report.mjs';

const WORKSPACE_NAME = 'Demo shop';

/** Accounts of a demo that listens only on this machine: their passwords are no secrets. */
export const SYSTEM_ADMIN = { email: 'admin@shop.example', password: 'demo-admin-password' };
export const OPERATOR = {
  email: 'operator@shop.example',
  password: 'demo-operator-password',
  display_name: 'Camille',
};

/**
 * @typedef {object} DemoMemory values that the relay shows only once
 * @property {string} [tenant_id]
 * @property {string} [widget_public_key]
 * @property {string} [tenant_secret]
 * @property {string} [invite_token]
 * @property {boolean} [operator_joined]
 * @property {boolean} [has_documents]
 */

/** @param {string} file @returns {DemoMemory} */
const recall = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/**
 * Writes a second file and renames it, so that a power cut leaves the old one or the new one.
 * @param {string} file @param {DemoMemory} memory
 */
function remember(file, memory) {
  writeFileSync(`${file}.new`, `${JSON.stringify(memory, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/**
 * Creates the demo's workspace, tenant and operator as far as they are missing; existing data
 * stays. Only the public API is used.
 * @param {{ relayUrl: string, shopPort: number, backendUrl: string, memoryFile: string }} options
 */
export async function seedDemo({ relayUrl, shopPort, backendUrl, memoryFile }) {
  const relay = createRelayClient(relayUrl);
  const memory = recall(memoryFile);
  const session = await relay.logIn(SYSTEM_ADMIN.email, SYSTEM_ADMIN.password);
  const token = session.console_token;

  const addresses = {
    allowed_origins: [`http://127.0.0.1:${shopPort}`, `http://localhost:${shopPort}`],
    callback_url_base: backendUrl,
  };

  const workspaceId = await findOrCreateWorkspace(relay, session);
  if (memory.tenant_id === undefined) {
    const created = await relay.post(
      '/console/create/tenant',
      {
        workspace_id: workspaceId,
        tenant_name: 'Shop',
        bot: DEMO_BOT,
        attachments: { enabled: true },
        ...addresses,
      },
      token,
    );
    memory.tenant_id = created.tenant.tenant_id;
    memory.widget_public_key = created.tenant.widget_public_key;
    memory.tenant_secret = created.tenant_secret;
    remember(memoryFile, memory);
  } else {
    // The ports may have changed since then; manual changes stay.
    const update = { tenant_id: memory.tenant_id, ...addresses };
    await relay.post('/console/update/tenant', update, token).catch((error) => {
      if (error.code !== 'not_found') throw error;
      throw new StepError(
        `${memoryFile} belongs to another database: delete its folder to start over`,
      );
    });
  }
  await addDocuments(relay, token, shopPort, memory, memoryFile);
  await inviteOperator(relay, token, workspaceId, memory, memoryFile);
  return memory;
}

/** @typedef {ReturnType<typeof createRelayClient>} RelayClient */

/**
 * @param {RelayClient} relay
 * @param {{ console_token: string, memberships: { workspace_id: string, workspace_name: string }[] }} session
 * @returns {Promise<string>}
 */
async function findOrCreateWorkspace(relay, { console_token, memberships }) {
  const known = memberships.find(({ workspace_name }) => workspace_name === WORKSPACE_NAME);
  if (known) return known.workspace_id;
  const body = { name: WORKSPACE_NAME };
  const { workspace } = await relay.post('/console/create/workspace', body, console_token);
  return workspace.workspace_id;
}

/**
 * @param {RelayClient} relay @param {string} token @param {string} workspaceId @param {DemoMemory} memory
 * @param {string} memoryFile
 */
async function inviteOperator(relay, token, workspaceId, memory, memoryFile) {
  if (memory.operator_joined) return;
  if (memory.invite_token === undefined) {
    const { email, display_name } = OPERATOR;
    const body = { workspace_id: workspaceId, email, display_name, tenant_ids: [memory.tenant_id] };
    const invited = await relay.post('/console/create/operator', body, token);
    memory.invite_token = invited.dev_invite_token;
    remember(memoryFile, memory);
  }
  if (memory.invite_token !== undefined) {
    await relay.joinByInvitation({ ...OPERATOR, invite_token: memory.invite_token });
  }
  memory.operator_joined = true;
  delete memory.invite_token;
  remember(memoryFile, memory);
}

/**
 * Adds the documents once. Later starts keep documents that someone changed or removed.
 * @param {RelayClient} relay @param {string} token @param {number} shopPort @param {DemoMemory} memory
 * @param {string} memoryFile
 */
async function addDocuments(relay, token, shopPort, memory, memoryFile) {
  if (memory.has_documents) return;
  for (const document of demoDocuments(shopPort)) {
    const body = { tenant_id: memory.tenant_id, ...document };
    await relay.post('/console/create/knowledge-document', body, token).catch((error) => {
      // A start that was interrupted has added it.
      if (error.code !== 'state_conflict') throw error;
    });
  }
  memory.has_documents = true;
  remember(memoryFile, memory);
}
