import { apiOf } from '../../../server/test/support/api';
import { VisitorSocket } from '../../../server/test/support/visitor-socket';
import { createVisitor, type World, type WorldOperator } from '../../../server/test/support/world';

/** How long a change on one node took to reach a socket of the other, in ms. */
export interface Delivery {
  what: string;
  ms: number;
}

/**
 * A visitor on one node and an operator on the other: send, claim, reply, resume, and the same session's second page
 * on the other node.
 * @throws {Error} when something does not arrive, or differs
 */
export async function meet(
  world: World,
  operator: WorldOperator,
  visitorUrl: string,
  operatorUrl: string,
): Promise<Delivery[]> {
  const deliveries: Delivery[] = [];
  const timed = async <T>(what: string, arrival: Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    const arrived = await arrival;
    deliveries.push({ what, ms: Math.round(performance.now() - startedAt) });
    return arrived;
  };
  const api = apiOf(operatorUrl, operator.token);
  const insist = async (path: string, body: object): Promise<void> => {
    const { status, data } = await api.post(path, body);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(data)}`);
  };
  const { token } = await createVisitor(visitorUrl, world, { mode: 'human' });
  const here = await VisitorSocket.open(visitorUrl, token);
  await here.say('m1', 'Bonjour');
  const { conversation } = await here.next('status');
  const { conversation_id } = conversation;

  await insist('/console/claim/conversation', { conversation_id });
  const isAssigned = here.next('status', (frame) => frame.conversation.status === 'ASSIGNED');
  await timed('a claim, to the visitor', isAssigned);
  const reply = { conversation_id, client_msg_id: 'a1', content: 'Je regarde.' };
  await insist('/console/send/message', reply);
  const heard = here.next('msg', ({ content }) => content === reply.content);
  const { seq } = await timed('a reply, to the visitor', heard);

  const there = await VisitorSocket.open(operatorUrl, token, { since: seq });
  const said = await here.say('m2', 'Merci');
  const shown = there.next('msg', (frame) => frame.seq === said.seq);
  await timed("a message, to the session's other page", shown);
  const back = await there.say('m3', 'Au revoir');
  await timed(
    "a message of the other page's",
    here.next('msg', (frame) => frame.seq === back.seq),
  );

  here.close();
  const resumed = await VisitorSocket.open(operatorUrl, token, { since: said.seq });
  const { resume } = await resumed.next('welcome');
  if (resume.status !== 'ok') throw new Error(`a resume on the other node: ${resume.status}`);
  await resumed.next('msg', (frame) => frame.seq === back.seq);
  const again = await resumed.say('m1', 'Bonjour');
  if (again.seq !== 1) throw new Error('the other node stored a message twice');
  await insist('/console/resolve/conversation', { conversation_id });
  for (const socket of [there, resumed]) socket.close();
  return deliveries;
}
