import type { IncomingMessage, Server as Listener } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Server } from '@hapi/hapi';
import { AppError, type ErrorCode } from '../../errors';
import { newId } from '../../ids';
import { envelope } from '../envelope';

interface RawError {
  status: number;
  reason: string;
  code: ErrorCode;
  message: string;
}

const TOO_LONG: RawError = {
  status: 431,
  reason: 'Request Header Fields Too Large',
  code: 'payload_too_large',
  message: 'The headers are longer than 16 KiB.',
};
const INVALID: RawError = {
  status: 400,
  reason: 'Bad Request',
  code: 'bad_json',
  message: 'The request is not valid HTTP, or did not arrive in time.',
};

/**
 * Responds with the envelope to bytes that are no HTTP request. hapi would send an empty 400. Errors in requests that
 * hapi has begun to handle are left to it.
 */
export function answerRawErrors(listener: Listener): void {
  const answering = new WeakSet<Duplex>();
  listener.on('request', (request, response) => {
    answering.add(request.socket);
    response.once('close', () => answering.delete(request.socket));
  });
  const frameworks = listener.listeners('clientError');
  listener.removeAllListeners('clientError');
  listener.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (answering.has(socket)) {
      for (const answer of frameworks) answer.call(listener, error, socket);
      return;
    }
    if (socket.writable) socket.end(rawAnswer(isTooLong(error) ? TOO_LONG : INVALID));
    else socket.destroy(error);
  });
}

function isTooLong({ code }: NodeJS.ErrnoException): boolean {
  return code === 'HPE_HEADER_OVERFLOW';
}

function rawAnswer({ status, reason, code, message }: RawError): string {
  const requestId = newId();
  const body = JSON.stringify(envelope(status, { code, request_id: requestId }, message));
  return [
    `HTTP/1.1 ${status} ${reason}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

/**
 * Refuses requests that a proxy in front may have read differently than Node does: with more than one `Host`,
 * or with a transfer coding other than `chunked`.
 */
export function refuseAmbiguous(server: Server): void {
  server.ext('onRequest', ({ raw }, h) => {
    if (isAmbiguous(raw.req)) throw new AppError('bad_json', { message: INVALID.message });
    return h.continue;
  });
}

/** Partial, because requests that a test injects have no raw headers. */
function isAmbiguous({ rawHeaders, headers }: Partial<IncomingMessage>): boolean {
  const hosts = (rawHeaders ?? []).filter(
    (name, n) => n % 2 === 0 && name.toLowerCase() === 'host',
  );
  const coding = headers?.['transfer-encoding']?.toLowerCase() ?? 'chunked';
  return hosts.length > 1 || coding !== 'chunked';
}
