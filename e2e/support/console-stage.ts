import { setTimeout as wait } from 'node:timers/promises';
import { userSignature } from '@chat-relay/receiver-sdk';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { apiOf, type Api } from '../../packages/server/test/support/api';
import { VisitorSocket } from '../../packages/server/test/support/visitor-socket';
import {
  createVisitor,
  createWorld,
  PASSWORD,
  register,
  uniqueEmail,
  type World,
} from '../../packages/server/test/support/world';
import { OFFICE_LIMITS } from './console-browser';
import { launchBrowser } from './widget-browser';
import { startMortalRelay, type MortalRelay } from './widget-relay';

export { axeFaults as faultsOf } from './console-browser';

/** The relay's limits for a socket: so many messages at once, then one in each pause. */
const BURST = 15;
const PAUSE_MS = 220;

/** A visitor's socket, and the conversation that it has opened. */
export interface Visit {
  socket: VisitorSocket;
  conversationId: string;
}

export interface LastingVisit extends Visit {
  /** Another socket of the same session. */
  comeBack(): Promise<VisitorSocket>;
}

/** A relay that serves the console, with a workspace, a tenant and canned replies. */
export interface ConsoleStage {
  relay: MortalRelay;
  browser: Browser;
  world: World;
  /** An operator of the tenant; `api` uses another session, with a bearer token. */
  addOperator(name: string): Promise<{ email: string; api: Api }>;
  /** A visitor on the tenant's site who has sent these messages. */
  visit(
    said: readonly string[],
    more?: Record<string, unknown>,
    identity?: { display_name: string },
  ): Promise<LastingVisit>;
  stop(): Promise<void>;
}

export async function startConsoleStage(env: Record<string, string> = {}): Promise<ConsoleStage> {
  const [relay, browser] = await Promise.all([
    startMortalRelay({ ...OFFICE_LIMITS, ...env }),
    launchBrowser(),
  ]);
  const world = await createWorld(relay.url, { bot: { kind: 'none' }, tenant_name: 'Maison' });
  let visits = 0;
  return {
    relay,
    browser,
    world,
    async addOperator(name) {
      const email = uniqueEmail();
      const invited = await world.owner.post<{ dev_invite_token: string }>(
        '/console/create/operator',
        {
          workspace_id: world.workspaceId,
          email,
          display_name: name,
          tenant_ids: [world.tenantId],
        },
      );
      const by = { invite_token: invited.data.dev_invite_token };
      const { token } = await register(relay.url, email, name, by);
      return { email, api: apiOf(relay.url, token) };
    },
    async visit(said, more = {}, identity) {
      const visitor = await createVisitor(relay.url, world, { mode: 'human', ...more });
      if (identity) {
        const user_id = `user-${visits}`;
        const user_signature = userSignature(world.tenantSecret, user_id);
        await visitor.api.post('/identify/visitor', { user_id, user_signature, ...identity });
      }
      const { origin } = world;
      const comeBack = () => VisitorSocket.open(relay.url, visitor.token, { origin });
      const socket = await comeBack();
      visits += 1;
      for (const [index, content] of said.entries()) {
        if (index >= BURST) await wait(PAUSE_MS);
        await socket.say(`${visits}-${index}`, content);
      }
      const { conversation } = await socket.next('status');
      return { socket, conversationId: conversation.conversation_id, comeBack };
    },
    async stop() {
      await browser.close();
      await relay.stop();
    },
  };
}

/** A browser of one operator, signed in by cookie as the page itself signs in. */
async function signInBrowser(
  { browser, relay }: ConsoleStage,
  email: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'fr-FR',
    reducedMotion: 'reduce',
    ...options,
  });
  await context.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { violations: seen });
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      seen.push(`${violatedDirective} ${blockedURI}`),
    );
  });
  const page = await context.newPage();
  await page.goto(`${relay.url}/console/sign-in`);
  await page.evaluate(signInAs, { email, password: PASSWORD });
  return page;
}

/** Runs in the page: the requests of the sign-in screens, one after another. */
async function signInAs(credentials: { email: string; password: string }): Promise<void> {
  const call = async (route: string, body: object): Promise<Record<string, string>> => {
    const answer = await fetch(`/api/v1/console/${route}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-relay-console': '1',
        'x-relay-session': 'cookie',
      },
      body: JSON.stringify(body),
    });
    const { data } = (await answer.json()) as { data: Record<string, string> };
    if (!answer.ok) throw new Error(`${route}: ${answer.status} ${data['code']}`);
    return data;
  };
  const { challenge_token } = await call('login', credentials);
  const { dev_otp: code } = await call('get/login-otp', { challenge_token });
  await call('verify/login-otp', { challenge_token, code });
}

export async function openInbox(
  stage: ConsoleStage,
  email: string,
  { path = '', ...options }: BrowserContextOptions & { path?: string } = {},
): Promise<Page> {
  const page = await signInBrowser(stage, email, options);
  await page.goto(`${stage.relay.url}/console/inbox${path}`);
  await showInbox(page);
  return page;
}

/** Waits until the list is loaded. From then on the feed is live. */
export async function showInbox(page: Page): Promise<void> {
  await page.getByRole('heading', { name: /Boîte de réception|Inbox/ }).waitFor();
  await page.locator('.list .skeleton').first().waitFor({ state: 'detached' });
}

export const rowOf = (page: Page, { conversationId }: Visit): Locator =>
  page.locator(`.row[data-conversation="${conversationId}"]`);
export const bubbleOf = (page: Page, text: string): Locator =>
  page.locator('.bubble', { hasText: text });

/** Texts of operators in the open conversation, as the relay has stored them. */
export async function answersOf({ world }: ConsoleStage, page: Page): Promise<string[]> {
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const { data } = await world.owner.get<{
    messages: { sender: { kind: string }; content: string }[];
  }>(`/console/fetch/messages?conversation_id=${id}&limit=200`);
  return data.messages.filter(({ sender }) => sender.kind === 'agent').map((one) => one.content);
}

/** Opens the conversation and claims it. @returns where one writes */
export async function claimOf(page: Page, visit: Visit): Promise<Locator> {
  await rowOf(page, visit).click();
  await page.locator('.bubble').first().waitFor();
  await page
    .getByRole('button', { name: /^(Prendre|Claim)$/ })
    .first()
    .click();
  const area = page.getByRole('textbox', { name: /Votre réponse|Your reply/ });
  await area.waitFor();
  return area;
}
