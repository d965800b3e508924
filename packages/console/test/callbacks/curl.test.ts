import { expect, it } from 'vitest';
import { curlOf } from '../../src/callbacks/curl';

const TENANT_ID = '019a9e00-1d2e-7a3b-8c4d-5e6f708192a3';

it('sends exactly the body, whatever a visitor has written', () => {
  const content = `l'été' $(rm -rf ~) \`x\` "q" \\n %s`;
  const body = { event: 'message-received', tenant_id: TENANT_ID, message: { content } };
  const command = curlOf('https://shop.example/hook', body);
  const [, quoted = ''] = /^BODY='(.*)'$/m.exec(command) ?? [];
  // In single quotes the shell takes everything as it is; a single quote ends them for itself.
  expect(quoted.replaceAll(String.raw`'\''`, '')).not.toContain("'");
  expect(quoted.replaceAll(String.raw`'\''`, "'")).toBe(JSON.stringify(body));
  expect(command).toContain(
    "curl -i 'https://shop.example/hook/api/v1/chat-callbacks/message-received'",
  );
});
