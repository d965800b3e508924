/** One text frame as a client sends it. Its mask is zero, so the text stays as it is. */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const mask = Buffer.alloc(4);
  if (payload.length < 126) {
    return Buffer.concat([Buffer.of(0x81, 0x80 | payload.length), mask, payload]);
  }
  const head = Buffer.of(0x81, 0x80 | 126, 0, 0);
  head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, mask, payload]);
}

/** Frames of about so many bytes together, to be written at once. */
export function manyFrames(bytes: number, make: () => object): Buffer {
  const frames: Buffer[] = [];
  for (let size = 0; size < bytes;) {
    const frame = textFrame(JSON.stringify(make()));
    frames.push(frame);
    size += frame.length;
  }
  return Buffer.concat(frames);
}

/** A WebSocket's first words, from an address that a trusted proxy would name. */
export function handshake(host: string, path: string, address: string): string {
  return [
    `GET ${path} HTTP/1.1`,
    `Host: ${host}`,
    `X-Forwarded-For: ${address}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '\r\n',
  ].join('\r\n');
}
