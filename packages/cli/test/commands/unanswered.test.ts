import { expect, it } from 'vitest';
import { VisitorSocket } from '../../../server/test/support/visitor-socket';
import { addOperator, createVisitor } from '../../../server/test/support/world';
import { setUpPlatform } from '../support/platform';
import { jsonOf } from '../support/relayctl';

const platform = setUpPlatform();

it('lists the questions that people answered, and dismisses a group of them', async () => {
  const { world, run } = await platform.setUpWorld();
  const { url } = platform.relay();
  const operator = await addOperator(url, world, 'Ana');
  const ana = platform.as(operator.token);
  const answered = async (question: string, content: string): Promise<string> => {
    const visitor = await createVisitor(url, world);
    const socket = await VisitorSocket.open(url, visitor.token, { origin: world.origin });
    await socket.say('1', question);
    const { conversation } = await socket.next(
      'status',
      (frame) => frame.conversation.status === 'WAITING',
    );
    socket.close();
    const { conversation_id } = conversation;
    await operator.api.post('/console/claim/conversation', { conversation_id });
    await operator.api.post('/console/send/message', {
      conversation_id,
      client_msg_id: 'a',
      content,
    });
    return conversation_id;
  };
  expect(await run(['bot', 'unanswered'])).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: 'No unanswered questions.\n',
  });
  const first = await answered('Do you ship to Canada?', 'Yes, call 0612345678.');
  const last = await answered('do you ship to canada please', 'Yes.');
  const gifts = await answered('Is there gift wrapping?', 'There is.');

  const listed = await ana(['bot', 'unanswered']);
  expect(listed.stdout.split('\n')).toEqual([
    expect.stringMatching(/^COUNT +LAST \(UTC\) +QUESTION +ANSWER GIVEN +ID$/),
    expect.stringMatching(`^2 +\\S+ +do you ship to canada please +Yes\\. +${last}$`),
    expect.stringMatching(`^1 +\\S+ +Is there gift wrapping\\? +There is\\. +${gifts}$`),
    '',
  ]);
  expect(jsonOf(await ana(['bot', 'unanswered', '--json']))).toMatchObject({
    groups: [{ count: 2, conversation_ids: [last, first] }, { count: 1 }],
  });

  const dismiss = ['bot', 'dismiss-unanswered', first];
  expect((await ana(dismiss)).exitCode).toBe(4);
  expect(await run(dismiss)).toMatchObject({
    exitCode: 0,
    stdout: 'Dismissed "do you ship to canada please".\n',
  });
  expect(await run(dismiss)).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining('relayctl bot unanswered'),
  });
  expect(jsonOf(await run(['bot', 'unanswered', '--json']))).toMatchObject({
    groups: [{ example: 'Is there gift wrapping?' }],
  });
});
