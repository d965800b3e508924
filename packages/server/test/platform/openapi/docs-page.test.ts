import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderDocsPage } from '../../../src/platform/openapi/docs-page';
import { createOpenApi } from '../../../src/platform/openapi/openapi';
import { startDocumentedServer, type DocumentedServer } from '../http/documented-server';

let documented: DocumentedServer;
let html: string;
let policy: string;

beforeAll(async () => {
  documented = await startDocumentedServer();
  const answer = await fetch(`${documented.server.info.uri}/docs`);
  policy = answer.headers.get('content-security-policy') ?? '';
  html = await answer.text();
});
afterAll(() => documented.close());

describe('GET /docs', () => {
  it('shows every operation on the docs page under an anchor of its own, and links to it', () => {
    for (const id of [
      'consoleLogin',
      'createVisitorSession',
      'wsWidget',
      'receiveMessageReceived',
    ]) {
      expect(html).toContain(`<article id="${id}">`);
      expect(html).toContain(`href="#${id}"`);
    }
  });

  it('resolves shared parts on the docs page', () => {
    const articleOf = (id: string): string =>
      html.split(`<article id="${id}">`)[1]?.split('</article>')[0] ?? '';
    const fetched = articleOf('consoleFetchTenant');
    expect(fetched).toContain('<code class="required">tenant_id</code>');
    expect(fetched).toContain('^[0-9a-f]{8}-');
    expect(fetched).toContain('<code class="required">allowed_origins</code>');
    expect(fetched).toContain('rate_limited');
    expect(articleOf('consoleClaimConversation')).toContain('conversation_id');
    expect(articleOf('receiveAgentAssigned')).toContain('>event_id<');
    expect(articleOf('receiveAgentAssigned')).toContain('>operator_display_name<');
    expect(html).not.toContain('#/components');
  });

  it('needs no script and nothing from elsewhere for the docs page', () => {
    expect(html).not.toMatch(
      /<script|<link|<img|<iframe|\son[a-z]+=|\sstyle=|https?:\/\/(?!relay\.acme\.test)/i,
    );
  });

  it('allows the docs page its own style sheet and nothing else', () => {
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
  });

  it('closes every element of the docs page', () => {
    for (const element of ['article', 'table', 'tr', 'ul', 'nav', 'main', 'code', 'p']) {
      const opened = html.match(new RegExp(`<${element}[ >]`, 'g'))?.length;
      expect([element, opened]).toEqual([element, html.split(`</${element}>`).length - 1]);
    }
  });
});

describe('renderDocsPage', () => {
  it('renders descriptions as text, never as markup', async () => {
    const document = await createOpenApi({
      routes: [],
      baseUrl: 'https://a.test/"><b>',
      version: '1<i>',
    });
    const page = renderDocsPage(document).html;
    expect(page).toContain('1&lt;i&gt;');
    expect(page).not.toMatch(/<b>|<i>/);
  });
});
