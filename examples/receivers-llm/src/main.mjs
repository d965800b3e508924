import { createServer } from 'node:http';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createReceiver, nodeHandler } from '@chat-relay/receiver-sdk';
import { streamText } from 'ai';

const { PORT = '8082', TENANT_SECRET, LLM_URL, LLM_API_KEY = '', LLM_MODEL } = process.env;
if (!TENANT_SECRET || !LLM_URL || !LLM_MODEL) {
  console.error(
    'Set TENANT_SECRET to the value that create/tenant returned, and LLM_URL and LLM_MODEL.',
  );
  process.exit(78);
}

const provider = createOpenAICompatible({ name: 'llm', baseURL: LLM_URL, apiKey: LLM_API_KEY });
const receiver = createReceiver({ secrets: [TENANT_SECRET] });
receiver.on('message-received', ({ owner, message }) => {
  if (owner !== 'bot') return; // a person has the conversation
  const { textStream } = streamText({
    model: provider(LLM_MODEL),
    system: 'You answer visitors of a shop in two sentences. Say so if you do not know.',
    prompt: message.content,
  });
  return { actions: [{ type: 'reply', content: textStream }] };
});

const server = createServer(nodeHandler(receiver));
server.listen(Number(PORT), '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(`listening on ${port}`);
});
server.once('error', ({ message }) => {
  console.error(message);
  process.exit(1);
});
