import { element } from '../dom';
import { nameOf } from './describe';

/** Shows a file's name on one line: in its own text direction, but aligned as the interface's language. */
export function nameLine(file: { name: string }): HTMLElement {
  return element('span', { class: 'name' }, element('bdi', {}, nameOf(file)));
}
