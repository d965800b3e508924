import 'reflect-metadata';
import type { INestApplication } from '@nestjs/common';
import { Body, Controller, HttpCode, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { expressHandler, fastifyPlugin } from '../../src/index';
import type { Receiver } from '../../src/index';
import { buildCallback } from '../fixtures';
import { ANSWER_OK, behavesAsAdapter, build, refusedWith } from './behaviour';
import { post } from './listening';

const apps: INestApplication[] = [];

afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

// The decorators as what they are: functions. Nest's own kind of decorator needs a compiler's option.
class Orders {
  create(order: object): object {
    return order;
  }
}
const create = Object.getOwnPropertyDescriptor(Orders.prototype, 'create') ?? {};
Post()(Orders.prototype, 'create', create);
HttpCode(200)(Orders.prototype, 'create', create);
Body()(Orders.prototype, 'create', 0);
Controller('orders')(Orders);

class AppModule {}
Module({ controllers: [Orders] })(AppModule);

const OPTIONS = { logger: false, forceCloseConnections: true } as const;
const ORDER = { headers: { 'Content-Type': 'application/json' }, body: '{"id":7}' };

async function listen(app: INestApplication): Promise<string> {
  apps.push(app);
  await app.listen(0, '127.0.0.1');
  return app.getUrl();
}

const createOnExpress = (more: { rawBody?: boolean } = {}) =>
  NestFactory.create<NestExpressApplication>(AppModule, { ...OPTIONS, ...more });

describe('expressHandler in NestJS', () => {
  behavesAsAdapter(async (receiver) => {
    const app = await createOnExpress();
    app.use(expressHandler(receiver));
    return listen(app);
  });

  it("expressHandler in NestJS comes before Nest's parsers and leaves them to its controllers", async () => {
    const app = await createOnExpress();
    app.use(expressHandler(build().receiver));
    const url = await listen(app);
    const { path, headers, body } = buildCallback();
    expect(await post(url + path, { headers, body })).toEqual(ANSWER_OK);
    expect(await post(`${url}/orders`, ORDER)).toEqual({ status: 200, body: { id: 7 } });
  });

  it('expressHandler in NestJS takes the bytes that rawBody: true keeps', async () => {
    const app = await createOnExpress({ rawBody: true });
    app.useBodyParser('json');
    app.use(expressHandler(build().receiver));
    const { path, headers, body } = buildCallback();
    const url = await listen(app);
    expect(await post(url + path, { headers, body })).toEqual(ANSWER_OK);
  });

  it('expressHandler in NestJS refuses at once behind a parser and says what to do', async () => {
    const app = await createOnExpress();
    app.useBodyParser('json');
    app.use(expressHandler(build().receiver));
    const { path, headers, body } = buildCallback();
    const reply = await post((await listen(app)) + path, { headers, body });
    const fix = expect.stringMatching(
      /in NestJS .*before app\.listen\(\).*rawBody: true/,
    ) as unknown;
    expect(reply).toEqual(refusedWith('body_unavailable', fix));
  });
});

describe('fastifyPlugin in NestJS', () => {
  async function serve(receiver: Receiver): Promise<string> {
    const app = await NestFactory.create<NestFastifyApplication>(
      AppModule,
      new FastifyAdapter(),
      OPTIONS,
    );
    await app.getHttpAdapter().getInstance().register(fastifyPlugin(receiver));
    return listen(app);
  }

  behavesAsAdapter(serve);

  it("fastifyPlugin in NestJS leaves Nest's parsers to its controllers", async () => {
    const url = await serve(build().receiver);
    expect(await post(`${url}/orders`, ORDER)).toEqual({ status: 200, body: { id: 7 } });
  });
});
