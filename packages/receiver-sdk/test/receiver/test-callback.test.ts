import { describe, expect, it, vi } from 'vitest';
import { createReceiver, createTestCallback, EVENT_NAMES, signCallback } from '../../src/index';
import { OTHER_TENANT_ID, SECRET } from '../fixtures';

describe('createTestCallback', () => {
  it.each(EVENT_NAMES)('makes a %s that a receiver takes', async (name) => {
    const receiver = createReceiver({ secrets: [SECRET] });
    const handler = vi.fn();
    receiver.on(name, handler);
    const event = createTestCallback(name);
    expect((await receiver.receive(signCallback({ secret: SECRET, event }))).status).toBe(200);
    expect(handler).toHaveBeenCalledWith(event);
  });

  it('gives each test callback an id of version 7 and accepts changes', () => {
    const [a, b] = [createTestCallback('ticket-created'), createTestCallback('ticket-created')];
    expect(a.event_id).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(a.event_id).not.toBe(b.event_id);
    const changed = createTestCallback('agent-assigned', { tenant_id: OTHER_TENANT_ID });
    expect(changed).toMatchObject({ tenant_id: OTHER_TENANT_ID, operator_display_name: 'Camille' });
  });

  it('refuses an unknown event', () => {
    expect(() => createTestCallback('visitor-blinked' as 'ticket-created')).toThrow(TypeError);
  });
});
