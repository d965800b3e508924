import { userSignature } from '@chat-relay/receiver-sdk';
import { VisitorSocket } from '../support/visitor-socket';
import { createVisitor, type World, type WorldVisitor } from '../support/world';

export interface ChattyVisitor extends WorldVisitor {
  socket: VisitorSocket;
  conversationId: string;
}

/** A visitor who leaves `mark` wherever a visitor can leave something, and waits in the queue. */
export async function createChattyVisitor(
  url: string,
  world: World,
  mark: string,
  userId = `user-${mark}`,
): Promise<ChattyVisitor> {
  const visitor = await createVisitor(url, world, { mode: 'human', metadata: { note: mark } });
  const identified = await visitor.api.post('/identify/visitor', {
    user_id: userId,
    user_signature: userSignature(world.tenantSecret, userId),
    display_name: `Ann ${mark}`,
    email: `${mark}@example.com`,
    attributes: { street: `${mark} street` },
  });
  if (identified.status !== 200) throw new Error(`not identified: ${identified.status}`);
  const socket = await VisitorSocket.open(url, visitor.token);
  await socket.say(`id-${mark}`, `I am ${mark}`);
  const { conversation } = await socket.next('status');
  return { ...visitor, socket, conversationId: conversation?.conversation_id ?? '' };
}
