import { expect, it, vi } from 'vitest';
import { createPreview } from '../../src/widget/preview';

it('shows what it is given, and tells its listeners of each change', () => {
  const preview = createPreview({ unread: 2 });
  const listener = vi.fn<() => void>();
  const end = preview.subscribe(listener);
  expect(preview.getState()).toMatchObject({ status: 'online', unread: 2, messages: [] });
  expect(preview.getState()).toBe(preview.getState());
  preview.show({ unread: 3 });
  expect(preview.getState().unread).toBe(3);
  expect(listener).toHaveBeenCalledTimes(1);
  end();
  preview.show({});
  expect(preview.getState().unread).toBe(0);
  expect(listener).toHaveBeenCalledTimes(1);
});

it('refuses to send, as no one would read it', async () => {
  await expect(createPreview({}).send('Bonjour')).rejects.toMatchObject({ code: 'destroyed' });
});
