import Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import { describe, expect, it } from 'vitest';
import { koaHandler } from '../../src/index';
import { buildCallback } from '../fixtures';
import { ANSWER_OK, behavesAsAdapter, build, refusedWith } from './behaviour';
import { listen, post } from './listening';

function serve(app: Koa): Promise<string> {
  const handle = app.callback();
  return listen((req, res) => void handle(req, res));
}

describe('koaHandler', () => {
  behavesAsAdapter((receiver) => {
    const app = new Koa();
    app.use(koaHandler(receiver));
    return serve(app);
  });

  it('leaves a parser after it alone, and passes on what is no callback', async () => {
    const app = new Koa();
    app.use(koaHandler(build().receiver));
    app.use(bodyParser());
    app.use((ctx) => {
      ctx.body = ctx.request.body;
    });
    const url = await serve(app);
    const { path, headers, body } = buildCallback();
    expect(await post(url + path, { headers, body })).toEqual(ANSWER_OK);
    const order = { headers: { 'Content-Type': 'application/json' }, body: '{"id":7}' };
    expect(await post(`${url}/orders`, order)).toEqual({ status: 200, body: { id: 7 } });
  });

  it('takes the text that koa-bodyparser keeps', async () => {
    const app = new Koa();
    const { receiver, handler } = build();
    app.use(bodyParser());
    app.use(koaHandler(receiver));
    const url = await serve(app);
    const { path, headers, body } = buildCallback();
    expect(await post(url + path, { headers, body })).toEqual(ANSWER_OK);
    expect(await post(url + path, { headers, body: body.replace('BOT', 'BAT') })).toEqual(
      refusedWith('signature_mismatch'),
    );
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it('refuses at once behind a parser that kept nothing, and says what to do', async () => {
    const app = new Koa();
    app.use(async (ctx, next) => {
      const chunks: Buffer[] = [];
      for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
      ctx.request.body = JSON.parse(Buffer.concat(chunks).toString());
      await next();
    });
    app.use(koaHandler(build().receiver));
    const { path, headers, body } = buildCallback();
    const reply = await post((await serve(app)) + path, { headers, body });
    const fix = expect.stringMatching(/app\.use\(koaHandler\(receiver\)\) before it/) as unknown;
    expect(reply).toEqual(refusedWith('body_unavailable', fix));
  });
});
