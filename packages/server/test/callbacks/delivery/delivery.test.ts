import { sha256Hex } from '@chat-relay/receiver-sdk/signature';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAddressGuard } from '../../../src/callbacks/delivery/address-guard';
import { createEventTraces } from '../../../src/callbacks/events/event-traces';
import {
  callbackUrl,
  createDelivery,
  type CallbackTarget,
  type DeliveryOptions,
  type LeasedEvent,
} from '../../../src/callbacks/delivery/delivery';
import { createSender, type Sender } from '../../../src/callbacks/delivery/sender';
import { newId, newObjectId } from '../../../src/platform/ids';
import { startCallbackReceiver, type CallbackReceiver } from '../../support/callback-receiver';
import { quietLog } from '../../support/database';

const SECRET = 'ts_secret';
const NOW = Date.now();

describe('a delivery', () => {
  let receiver: CallbackReceiver;
  let sender: Sender;

  beforeAll(async () => {
    sender = createSender({ guard: createAddressGuard({ allowCidrs: [], isLocal: true }) });
    receiver = await startCallbackReceiver({ secretsFor: () => [SECRET] });
  });
  afterAll(async () => {
    await sender.close();
    await receiver.close();
  });
  beforeEach(() => {
    receiver.arrivals.length = 0;
  });

  function deliver(lane: LeasedEvent, changes: Partial<DeliveryOptions> = {}) {
    return createDelivery({
      sender,
      targetOf: async () => target({}),
      activeSecret: async () => SECRET,
      traces: createEventTraces(),
      clock: () => NOW,
      log: quietLog,
      ...changes,
    }).deliver(lane);
  }

  const target = (change: Partial<CallbackTarget>): CallbackTarget => ({
    callbackUrlBase: receiver.url,
    status: 'active',
    ...change,
  });

  function makeLane(change: { leaseUntil?: number; lastTimestamp?: number } = {}): LeasedEvent {
    const { leaseUntil = NOW + 30_000, lastTimestamp = 0 } = change;
    const key = { tenantId: newId(), conversationId: newObjectId(NOW) };
    const eventId = newId();
    const event = 'ticket-created' as const;
    const ids = { tenant_id: key.tenantId, conversation_id: key.conversationId };
    const body = Buffer.from(JSON.stringify({ ...ids, event, event_id: eventId, sequence: 1 }));
    const bodySha256 = sha256Hex(body);
    return {
      tenantId: key.tenantId,
      leaseUntil,
      probeOf: null,
      event: {
        ...key,
        sequence: 1,
        eventId,
        event,
        body,
        bodySha256,
        attempts: 0,
        lastTimestamp,
        dueAt: null,
        failingSince: null,
        isRepeat: false,
        blockedAddress: null,
      },
    };
  }

  it('stamps an attempt with its time', async () => {
    expect(await deliver(makeLane())).toMatchObject({
      kind: 'delivered',
      code: 'status_200',
      timestampMs: NOW,
    });
    expect(receiver.arrivals).toMatchObject([{ timestampMs: NOW }]);
  });

  it('stamps an attempt later than every attempt before it', async () => {
    const lastTimestamp = NOW + 1000;
    expect(await deliver(makeLane({ lastTimestamp }))).toMatchObject({ timestampMs: NOW + 1001 });
  });

  it('begins no attempt that may outlast its lease', async () => {
    const lane = makeLane({ leaseUntil: NOW + 15_000 });
    expect(await deliver(lane)).toEqual({ kind: 'postponed', dueAt: NOW });
    expect(receiver.arrivals).toEqual([]);
  });

  it('begins no attempt whose timestamp lies beyond its lease', async () => {
    const lane = makeLane({ lastTimestamp: NOW + 30_000 });
    expect(await deliver(lane)).toEqual({ kind: 'postponed', dueAt: NOW + 30_001 });
    expect(receiver.arrivals).toEqual([]);
  });

  it('defers the callbacks of a suspended tenant', async () => {
    const targetOf = async () => target({ status: 'suspended' });
    expect(await deliver(makeLane(), { targetOf })).toMatchObject({ kind: 'postponed' });
    expect(receiver.arrivals).toEqual([]);
  });

  it('gives up a callback without an address', async () => {
    const targetOf = async () => target({ callbackUrlBase: null });
    expect(await deliver(makeLane(), { targetOf })).toEqual({
      kind: 'dead',
      code: 'no_address',
      timestampMs: null,
    });
  });

  it.each([
    ['https://shop.example', 'https://shop.example/api/v1/chat-callbacks/ticket-created'],
    ['https://shop.example/', 'https://shop.example/api/v1/chat-callbacks/ticket-created'],
    [
      'https://shop.example/chat//',
      'https://shop.example/chat/api/v1/chat-callbacks/ticket-created',
    ],
  ])('sends the callbacks of a tenant at %s to %s', (base, url) => {
    expect(callbackUrl(base, 'ticket-created')).toBe(url);
  });
});
