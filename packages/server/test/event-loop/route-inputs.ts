import { newId, newObjectId } from '../../src/platform/ids';
import type { Fields } from '../authorization/route-call';
import type { StockedWorld } from '../authorization/stocked-world';
import { keysOf, longText } from './texts';

/** Fields that make a call of a route awkward; they replace those of an ordinary call. `part` 0.5 halves their size. */
export type RouteInput = (world: StockedWorld, part: number) => Fields;

/** Input of routes that take only ids and short words: no call is more awkward than an ordinary one in a full world. */
const SHORT: RouteInput = () => ({});
/** The longest page there is, of a list that is full. */
const PAGE: RouteInput = (_world, part) => ({ limit: String(200 * part) });
const OF_TALK: RouteInput = ({ talk }) => ({ conversation_id: talk.conversationId });
const PAGE_OF_TALK: RouteInput = (world, part) => ({
  ...OF_TALK(world, part),
  ...PAGE(world, part),
});
const TEXT: RouteInput = (_world, part) => ({ content: longText(3_990 * part) });
/** A visitor with 400 sessions, one of them full, named by user id because a session id would select one session. */
const VISITOR: RouteInput = ({ userId }) => ({ session_id: undefined, user_id: userId });
const PASSWORDS: RouteInput = (_world, part) => ({ password: 'é'.repeat(256 * part) });

const list = <T>(count: number, item: (n: number) => T): T[] =>
  Array.from({ length: Math.round(count) }, (_, n) => item(n));

let calls = 0;

/** A body of 256 KiB: as many FAQ questions as fit, different ones at each call, and restricted topics. */
const botSettings = (part: number, call = 0) => ({
  kind: 'none',
  faq: list(480 * part, (n) => ({ questions: list(50, (m) => `w${m}`), answer: `${call}-${n}` })),
  restricted_topics: list(20 * part, (n) => ({ phrases: list(50, (m) => `p ${n} ${m}`) })),
});

const settings: RouteInput = ({ origin }, part) => ({
  allowed_origins: [origin, ...list(99 * part, (n) => `https://${'ü'.repeat(20)}${n}.example`)],
  bot: botSettings(part, calls++),
  hours: {
    timezone: 'Europe/Paris',
    weekly: list(50 * part, (n) => ({ day: (n % 7) + 1, from: '09:00', to: '18:00' })),
    holidays: list(366 * part, (n) => new Date(n * 86_400_000).toISOString().slice(0, 10)),
  },
});

/** 60 KiB of Markdown with a heading to each paragraph. */
const document: RouteInput = (_world, part) => ({
  content: list(
    300 * part,
    (n) => `## Heading ${n}\n\n${'some words of a text, '.repeat(8)}\n`,
  ).join('\n'),
});

const faqEntry: RouteInput = (_world, part) => ({
  questions: list(50 * part, (n) => `${n} ${'why '.repeat(100)}`),
  answer: 'a '.repeat(1_900 * part),
});

/** The most messages that a body of 32 KiB holds. */
const imported: RouteInput = (_world, part) => ({
  conversations: [
    {
      external_id: newId(),
      messages: list(280 * part, () => ({
        sender: { kind: 'visitor' },
        content: 'a',
        created_at: '2024-05-01T09:00:00Z',
      })),
    },
  ],
});

const operatorSettings: RouteInput = (_world, part) => ({
  routing_keys: list(500 * part, (n) => `key-${'x'.repeat(40)}${n}`),
});

/** Each route's awkward input. A route that is missing here fails the test. */
export const ROUTE_INPUTS: Record<string, RouteInput> = {
  'GET /console/fetch/sign-in-options': SHORT,
  'POST /console/register': PASSWORDS,
  'POST /console/verify/registration': SHORT,
  'POST /console/resend/registration-otp': SHORT,
  'POST /console/login': SHORT,
  'POST /console/get/login-otp': SHORT,
  'POST /console/verify/login-otp': SHORT,
  'POST /console/verify/login-totp': SHORT,
  'POST /console/forgot/password': SHORT,
  'POST /console/reset/password': PASSWORDS,
  'GET /console/fetch/account': SHORT,
  'GET /console/fetch/sessions': SHORT,
  'POST /console/logout': SHORT,
  'POST /console/revoke/session': SHORT,
  'POST /console/revoke/other-sessions': SHORT,
  'POST /console/update/account': SHORT,
  'POST /console/delete/account': SHORT,
  'POST /console/confirm/password': SHORT,
  'POST /console/change/password': PASSWORDS,
  'POST /console/enroll/totp': SHORT,
  'POST /console/activate/totp': SHORT,
  'POST /console/disable/totp': SHORT,

  'GET /console/system/fetch/stats': SHORT,
  'GET /console/system/fetch/node-status': SHORT,
  'GET /console/system/fetch/workspaces': PAGE,
  'GET /console/system/fetch/tenants': PAGE,
  'GET /console/system/fetch/admins': PAGE,
  'GET /console/system/fetch/audit-log': PAGE,
  'POST /console/system/suspend/tenant': ({ tenantId }, part) => ({
    tenant_id: tenantId,
    reason: 'r'.repeat(100 * part),
  }),
  'POST /console/system/reactivate/tenant': SHORT,
  'POST /console/bootstrap/system-admin': PASSWORDS,
  'POST /console/promote/console-admin': SHORT,
  'POST /console/demote/console-admin': SHORT,

  'GET /console/fetch/workspaces': PAGE,
  'POST /console/create/workspace': SHORT,
  'POST /console/update/workspace': SHORT,
  'POST /console/delete/workspace': SHORT,
  'GET /console/fetch/members': PAGE,
  'POST /console/update/member': SHORT,
  'POST /console/remove/member': SHORT,
  'GET /console/fetch/audit-log': PAGE,
  'POST /console/create/invitation': SHORT,
  'GET /console/fetch/invitations': PAGE,
  'POST /console/resend/invitation': SHORT,
  'POST /console/revoke/invitation': SHORT,
  'POST /console/accept/invitation': SHORT,

  'POST /console/create/tenant': settings,
  'GET /console/fetch/tenants': PAGE,
  'GET /console/fetch/tenant': SHORT,
  'POST /console/update/tenant': settings,
  'GET /console/fetch/widget-sightings': SHORT,
  'GET /console/fetch/reports': (_world, part) => ({
    bucket: 'hour',
    since: new Date(Date.now() - 31 * part * 86_400_000).toISOString(),
  }),
  'GET /console/fetch/faq-entries': PAGE,
  'POST /console/create/faq-entry': faqEntry,
  'POST /console/update/faq-entry': faqEntry,
  'POST /console/remove/faq-entry': SHORT,
  'GET /console/fetch/knowledge-documents': PAGE,
  'GET /console/fetch/knowledge-document': SHORT,
  'POST /console/create/knowledge-document': document,
  'POST /console/update/knowledge-document': document,
  'POST /console/remove/knowledge-document': SHORT,
  'GET /console/fetch/unanswered': SHORT,
  'POST /console/dismiss/unanswered': (_world, part) => ({
    conversation_ids: list(1_000 * part, () => newObjectId(Date.now())),
  }),
  'GET /console/fetch/closest-passages': SHORT,
  'GET /console/fetch/threshold-preview': SHORT,
  'POST /console/translate/message': SHORT,
  'POST /console/translate/draft': (_world, part) => ({ content: longText(3_900 * part) }),
  'POST /console/test/bot': (_world, part) => ({
    content: `How long? ${longText(3_900 * part)}`,
    bot: { ...botSettings(part), kind: 'builtin' },
  }),
  'POST /console/rotate/widget-key': SHORT,
  'POST /console/rotate/tenant-secret': SHORT,
  'POST /console/activate/tenant-secret': SHORT,
  'POST /console/test/callback': SHORT,
  'POST /console/delete/tenant': SHORT,
  'POST /console/restore/tenant': SHORT,

  'POST /console/create/operator': operatorSettings,
  'GET /console/fetch/operators': PAGE,
  'POST /console/update/operator': operatorSettings,
  'POST /console/remove/operator': SHORT,
  'POST /console/set/presence': SHORT,

  'GET /console/fetch/conversations': PAGE,
  'GET /console/fetch/conversation': OF_TALK,
  'GET /console/fetch/messages': PAGE_OF_TALK,
  'GET /console/fetch/tickets': PAGE,
  'POST /console/claim/conversation': SHORT,
  'POST /console/release/conversation': SHORT,
  'POST /console/resolve/conversation': SHORT,
  'POST /console/transfer/conversation': SHORT,
  'POST /console/send/message': TEXT,
  'POST /console/send/typing': SHORT,
  'POST /console/read/conversation': OF_TALK,
  'POST /console/create/upload': SHORT,
  'POST /console/finish/upload': SHORT, // files have a table of their own
  'POST /console/cancel/upload': SHORT,
  'POST /console/unread/conversation': SHORT,
  'POST /console/snooze/conversation': SHORT,
  'POST /console/update/conversation': (_world, part) => ({
    tags: list(10 * part, (n) => `${'İ'.repeat(30)}${n}`),
  }),
  'POST /console/update/conversations': (_world, part) => ({
    conversation_ids: list(100 * part, () => newObjectId(Date.now())),
    action: { type: 'tag', tags: list(10 * part, (n) => `${'İ'.repeat(30)}${n}`) },
  }),
  'GET /console/fetch/tags': SHORT,
  'GET /console/fetch/texts': SHORT,
  'POST /console/import/conversations': imported,
  'POST /console/create/note': TEXT,
  'GET /console/fetch/notes': PAGE_OF_TALK,
  'POST /console/remove/note': SHORT,
  'POST /console/remove/message': SHORT,
  'POST /console/block/visitor': (_world, part) => ({ reason: 'r'.repeat(200 * part) }),
  'POST /console/unblock/visitor': SHORT,
  'GET /console/fetch/blocks': PAGE,
  'POST /console/create/canned-reply': TEXT,
  'GET /console/fetch/queue-summary': SHORT,
  'GET /console/fetch/canned-replies': PAGE,
  'POST /console/update/canned-reply': TEXT,
  'POST /console/remove/canned-reply': SHORT,
  'GET /console/fetch/callbacks': (world, part) => ({ ...PAGE(world, part), bodies: 'true' }),
  'GET /console/fetch/callback': SHORT,
  'GET /console/fetch/callback-health': SHORT,
  'POST /console/resend/callback': SHORT,
  'POST /console/replay/callbacks': () => ({ dry_run: true }),
  'POST /console/resume/callbacks': SHORT,
  'POST /console/export/visitor': VISITOR,
  'POST /console/erase/visitor': SHORT,

  'POST /create/visitor-session': (_world, part) => ({ metadata: keysOf(64, 100 * part) }),
  'GET /create/visitor-session': (_world, part) => ({
    metadata: JSON.stringify(keysOf(64, 50 * part)),
  }),
  'GET /fetch/widget-config': SHORT,
  'POST /refresh/visitor-token': SHORT,
  'POST /identify/visitor': (_world, part) => ({ attributes: keysOf(60, 100 * part) }),
  'GET /fetch/messages': PAGE,
  'GET /fetch/transcript': () => ({ format: 'html' }),
  'POST /send/transcript': SHORT,
  'POST /create/upload': SHORT,
  'POST /finish/upload': SHORT, // files have a table of their own
  'POST /cancel/upload': SHORT,
  'POST /rate/conversation': (_world, part) => ({ comment: longText(900 * part) }),
  'POST /set/contact': SHORT,
  'POST /resume/visitor-session': SHORT,
  'POST /end/visitor-session': SHORT,

  'POST /tenant/send/message': TEXT,
  'POST /tenant/send/typing': SHORT,
  'POST /tenant/escalate/conversation': SHORT,
  'POST /tenant/resolve/conversation': SHORT,
  'POST /tenant/fetch/conversation': OF_TALK,
  'POST /tenant/fetch/messages': (world, part) => ({ ...OF_TALK(world, part), limit: 200 * part }),
  'POST /tenant/create/upload': SHORT,
  'POST /tenant/finish/upload': SHORT,
  'POST /tenant/fetch/attachment': SHORT,
  'POST /tenant/fetch/sessions': SHORT,
  'POST /tenant/export/visitor': VISITOR,
  'POST /tenant/erase/visitor': SHORT,
};

export type OtherMethod = 'GET' | 'PUT' | 'POST' | 'OPTIONS';
type OtherInput = readonly [method: OtherMethod, path: string];
const get = (path: string): OtherInput => ['GET', path];
const LONG_PATH = `${'a/'.repeat(4_000)}`;

/** An awkward request for each path that is no route of the API. One that is missing here fails the test. */
export const OTHER_INPUTS: Record<string, OtherInput> = {
  'GET /': get('/'),
  'GET /api/v1/fetch/attachment': get(`/api/v1/fetch/attachment?upload_id=${LONG_PATH}`),
  'GET /console': get('/console'),
  'GET /console/{path*}': get(`/console/${LONG_PATH}`),
  'GET /docs': get('/docs'),
  'GET /healthz': get('/healthz'),
  'GET /metrics': get('/metrics'),
  'GET /openapi.json': get('/openapi.json'),
  'GET /readyz': get('/readyz'),
  'GET /stop-mails': get(`/stop-mails?token=${LONG_PATH}`),
  'GET /widget/{path*}': get(`/widget/${LONG_PATH}`),
  'OPTIONS /api/v1/{any*}': ['OPTIONS', `/api/v1/${LONG_PATH}`],
  'POST /stop-mails': ['POST', `/stop-mails?token=${LONG_PATH}`],
  // Files have a table of their own.
  'PUT /api/v1/put/upload': ['PUT', `/api/v1/put/upload?upload_id=${LONG_PATH}`],
};
