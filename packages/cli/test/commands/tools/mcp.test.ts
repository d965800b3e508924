import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, it, onTestFinished } from 'vitest';
import { say, uploaderOf } from '../../../../server/test/attachments/uploader';
import { png } from '../../../../server/test/support/files';
import { VisitorSocket } from '../../../../server/test/support/visitor-socket';
import { addOperator, createVisitor, type World } from '../../../../server/test/support/world';
import { setUpPlatform } from '../../support/platform';

const platform = setUpPlatform();

async function connect(token: string, ...args: string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [platform.main(), 'mcp', ...args],
      env: {
        ...(process.env as Record<string, string>),
        RELAY_URL: platform.relay().url,
        RELAY_TOKEN: token,
      },
      stderr: 'ignore',
    }),
  );
  onTestFinished(() => client.close());
  return client;
}

async function ask(client: Client, name: string, given: Record<string, string> = {}) {
  const { content, isError } = await client.callTool({ name, arguments: given });
  const [first] = content as { type: string; text: string }[];
  const text = first?.text ?? '';
  return { isError: isError ?? false, text, data: isError ? {} : (JSON.parse(text) as Data) };
}
type Data = Record<string, never[]> & { conversations?: { conversation_id: string }[] };

/** A visitor who waits for a person. */
async function visit(world: World): Promise<VisitorSocket> {
  const { url } = platform.relay();
  const { token } = await createVisitor(url, world, { mode: 'human' });
  const socket = await VisitorSocket.open(url, token, { origin: world.origin });
  await socket.say('1', 'Where is my parcel?');
  onTestFinished(() => socket.close());
  return socket;
}

it('claims, reads, replies and resolves with the login of an operator', async () => {
  const { world } = await platform.setUpWorld();
  const socket = await visit(world);
  const { token } = await addOperator(platform.relay().url, world, 'Oscar');
  const client = await connect(token, '--allow-writes');
  const { data } = await ask(client, 'list_conversations', {
    tenant_id: world.tenantId,
    status: 'WAITING',
  });
  const conversation_id = data.conversations?.[0]?.conversation_id ?? '';
  const messages = await ask(client, 'read_messages', { conversation_id });
  expect(messages.text).toContain('Where is my parcel?');
  expect((await ask(client, 'reply', { conversation_id, content: 'x' })).isError).toBe(true);
  await ask(client, 'claim_conversation', { conversation_id });
  await ask(client, 'reply', { conversation_id, content: 'It arrives tomorrow.' });
  await socket.next('msg', ({ content }) => content === 'It arrives tomorrow.');
  await ask(client, 'resolve_conversation', { conversation_id });
  await socket.next('status', ({ conversation }) => conversation.status === 'RESOLVED');
});

it('offers no tool that changes anything unless writes are allowed', async () => {
  const { world } = await platform.setUpWorld();
  const client = await connect(world.ownerToken);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).toSorted()).toEqual([
    'list_callbacks',
    'list_conversations',
    'list_documents',
    'list_faq',
    'list_tenants',
    'read_callback',
    'read_conversation',
    'read_document',
    'read_messages',
    'whoami',
  ]);
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  const refused = await client
    .callTool({ name: 'remove_faq_entry', arguments: { faq_entry_id: 'x' } })
    .then(({ isError }) => isError ?? false)
    .catch(() => true);
  expect(refused).toBe(true);
  for (const [name, given] of [
    ['whoami', {}],
    ['list_tenants', { workspace_id: world.workspaceId }],
    ['list_callbacks', { tenant_id: world.tenantId }],
    ['list_faq', { tenant_id: world.tenantId }],
    ['list_documents', { tenant_id: world.tenantId }],
  ] as const) {
    expect((await ask(client, name, given)).isError).toBe(false);
  }
});

it("adds, reads, replaces and removes a tenant's documents", async () => {
  const { world } = await platform.setUpWorld();
  const client = await connect(world.ownerToken, '--allow-writes');
  const tenant_id = world.tenantId;
  const title = 'Returns';
  await ask(client, 'add_document', { tenant_id, title, content: 'Within 14 days.' });
  const listed = await ask(client, 'list_documents', { tenant_id });
  const [knowledge_document_id = ''] = /kd_[\w-]{32}/.exec(listed.text) ?? [];
  await ask(client, 'replace_document', { knowledge_document_id, content: 'Within 30 days.' });
  const read = await ask(client, 'read_document', { knowledge_document_id });
  expect(read.text).toContain('Within 30 days.');
  await ask(client, 'remove_document', { knowledge_document_id });
  expect((await ask(client, 'read_document', { knowledge_document_id })).isError).toBe(true);
});

it("says what the relay says when it refuses, and shows no other workspace's data", async () => {
  const { world } = await platform.setUpWorld();
  const { world: other } = await platform.setUpWorld();
  const client = await connect(world.ownerToken, '--allow-writes');
  const { isError, text } = await ask(client, 'list_faq', { tenant_id: other.tenantId });
  expect(isError).toBe(true);
  expect(text).toBe('Not found, or you have no access.');
});

it('reads the names and types of files, and no address that opens one', async () => {
  const { url } = platform.relay();
  const world = await platform.createWorld({ attachments: { enabled: true } });
  const visitor = await createVisitor(url, world, { mode: 'human' });
  const socket = await VisitorSocket.open(url, visitor.token, { origin: world.origin });
  onTestFinished(() => socket.close());
  const { upload_id } = await uploaderOf(url, visitor.token).upload(png(), 'colis.png');
  await say(socket, 'm1', '', [upload_id]);
  const { conversation } = await socket.next('status');
  const { token } = await addOperator(url, world, 'Oscar');
  const { text } = await ask(await connect(token), 'read_messages', {
    conversation_id: conversation.conversation_id,
  });
  expect(text).toContain('"name":"colis.png","type":"image/png"');
  expect(text).not.toContain('signature=');
});
