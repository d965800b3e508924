import { createAuditRetention } from '../audit/retention';
import { createQueueMails } from '../callbacks/health/queue-mails';
import { startFailingMails } from '../callbacks/health/failing-mails';
import { createCallbackRetention } from '../callbacks/worker/retention';
import { startRetention } from '../compliance/retention';
import { startSweeps } from '../compliance/sweeps';
import { startTenantErasure } from '../compliance/tenant-erasure';
import { startAssigner } from '../conversations/inbox/assignment/assigner';
import { startAutoRelease } from '../conversations/inbox/auto-release';
import { createWaitingMails } from '../conversations/inbox/waiting-mails/sweep';
import { startWaking } from '../conversations/inbox/waking';
import { keyInBot, keyPlace } from '../tenants/bot/bot-model';
import { createResealing } from '../config/resealing';
import { SECOND } from '../platform/clock';
import { sealedFor } from '../platform/mail/mailer';
import type { AccountsPart } from './accounts';
import type { AttachmentsPart } from './attachments';
import type { CallbacksPart } from './callbacks';
import type { ConversationsPart } from './conversations';
import type { HttpPart } from './http';
import type { Infrastructure } from './infrastructure';
import { task } from './lifecycle';
import { startMaintenance } from './maintenance';
import type { TenancyPart } from './tenancy';
import type { VisitorsPart } from './visitors';

const ANSWER_MAILS_MS = 2 * SECOND;
const WAITING_MAILS_MS = 5 * SECOND;
/** Erased files are gone from the storage this soon. */
const REMOVALS_MS = 2 * SECOND;
/** The lease of a dead node's upload ends after 45 s. */
const ARRIVALS_MS = 5 * SECOND;
/** A finished file is scanned this soon. */
const SCANS_MS = SECOND;

/** Background work. It starts when the relay listens, and stops together. */
export function registerBackground(
  infrastructure: Infrastructure,
  { mailer, mailBudgets, mailWorker, accounts, invitations }: AccountsPart,
  { directory, presence, operators }: TenancyPart,
  visitors: VisitorsPart,
  callbacks: CallbacksPart,
  { removals, deleteUnbound, arrivals, scans }: AttachmentsPart,
  {
    writing,
    bots,
    folding,
    indexSize,
    answerMails,
    resumeLinks,
    storedData: data,
  }: ConversationsPart,
  { replayClaims }: HttpPart,
  mailSweepsMs?: number,
): void {
  const {
    config,
    keys,
    database,
    clock,
    log,
    audit,
    hub,
    idempotency,
    budgets,
    metrics,
    nodes,
    lifecycle,
  } = infrastructure;
  const followTenants = () =>
    directory.follow((tenantId) => hub.publishHere({ kind: 'tenant-changed', tenantId }));
  const autoRelease = {
    ...writing,
    hub,
    presence,
    awayReleaseMs: config.operatorAwayReleaseMs,
  };
  const resealing = createResealing({
    database,
    keys,
    clock,
    columns: [
      {
        table: 'tenant_secrets',
        key: ['tenant_id', 'secret_id'],
        column: 'sealed_secret',
        keys: keys.tenantSecret,
        aad: ({ tenant_id = '' }) => tenant_id,
      },
      ...(['model', 'embeddings'] as const).map((setting) => ({
        table: 'tenants',
        key: ['tenant_id'],
        column: 'bot',
        keys: keys.tenantSecret,
        aad: ({ tenant_id = '' }) => keyPlace(tenant_id, setting),
        within: keyInBot(setting),
      })),
      {
        table: 'mails',
        key: ['mail_id'],
        column: 'sealed_content',
        keys: keys.mail,
        more: ['recipient'],
        aad: ({ mail_id = '', recipient = '' }) => sealedFor(mail_id, recipient),
      },
    ],
  });
  metrics.gauge(
    'relay_sealed_with_old_key',
    'Rows that still need the older one of two master keys',
    resealing.remaining,
  );
  const deletions = [
    accounts.deleteExpired,
    invitations.deleteExpired,
    idempotency.deleteExpired,
    replayClaims.deleteExpired,
    createCallbackRetention({ database, clock }),
    createAuditRetention({ database, clock, keptMs: config.auditKeptMs }),
    resealing.run,
    createQueueMails({ database, clock, mailer }),
    async () => void (await visitors.sessions.purgeExpired(clock())),
    visitors.sightings.deleteExpired,
    folding.fold,
    folding.deleteExpired,
    indexSize.measure,
    resumeLinks.deleteExpired,
    visitors.blocks.deleteExpired,
    async () => nodes?.deleteExpired(),
  ];

  const waitingMails = createWaitingMails({
    database,
    clock,
    mailer,
    mailBudgets,
    afterMs: config.waitingMailAfterMs,
    awayAfterMs: config.operatorAwayReleaseMs,
    inboxUrl: config.hasConsolePage ? `${config.baseUrl}/console/inbox` : null,
  });

  lifecycle.register(
    { name: 'callback worker', start: callbacks.worker.start, stop: callbacks.worker.stop },
    ...(mailWorker ? [{ name: 'mail worker', ...mailWorker }] : []),
    { name: 'bots', start: bots.start, stop: bots.stop },
    task('tenant changes', followTenants),
    task('auto-release', () => startAutoRelease(autoRelease)),
    task('assignment', () =>
      startAssigner({
        ...writing,
        database,
        presence,
        findOperator: operators.find,
        awayAfterMs: config.operatorAwayReleaseMs,
      }),
    ),
    task('end of snoozes', () => startWaking(writing)),
    task('mails about failing callbacks', () =>
      startFailingMails({ database, clock, log, mailer }),
    ),
    task('erasure of tenants', () =>
      startTenantErasure({ database, directory, clock, audit, log, data }),
    ),
    task('retention', () => startRetention({ database, clock, log, budgets, hub, metrics, data })),
    task('mails of answers', () =>
      startSweeps(mailSweepsMs ?? ANSWER_MAILS_MS, answerMails, (err) =>
        log.warn({ event: 'answer_mail.failed', err }, 'could not mail answers yet'),
      ),
    ),
    ...(mailer.isConfigured
      ? [
          task('mails to operators', () =>
            startSweeps(mailSweepsMs ?? WAITING_MAILS_MS, waitingMails, (err) =>
              log.warn({ event: 'waiting_mail.failed', err }, 'could not mail operators yet'),
            ),
          ),
        ]
      : []),
    task('uploads of dead nodes', () =>
      startSweeps(
        ARRIVALS_MS,
        () => arrivals.releaseExpired(),
        (err) => log.warn({ event: 'maintenance.failed', err }, 'could not release uploads'),
      ),
    ),
    task('removal of files', () =>
      startSweeps(
        REMOVALS_MS,
        async (isStopped) => {
          await deleteUnbound();
          await removals.workOff(undefined, isStopped);
        },
        (err) => log.warn({ event: 'maintenance.failed', err }, 'could not remove files'),
      ),
    ),
    ...(scans
      ? [
          task('scans of files', () => {
            const stop = startSweeps(SCANS_MS, scans.begin, (err) =>
              log.warn({ event: 'maintenance.failed', err }, 'could not scan files'),
            );
            return async () => {
              await stop();
              await scans.abandon();
            };
          }),
        ]
      : []),
    task('maintenance', () => startMaintenance(log, deletions)),
  );
}
