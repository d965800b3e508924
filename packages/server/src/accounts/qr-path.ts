import Joi from 'joi';
import { generate } from 'lean-qr/nano';
import type { QrPath } from './wire';

export const qrPathShape = Joi.object<QrPath, true>({
  size: Joi.number().integer().required(),
  path: Joi.string().required(),
});

export function qrPath(text: string): QrPath {
  const code = generate(text);
  const { size } = code;
  let path = '';
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`;
  }
  return { size, path };
}
