import { element } from '../dom';
import { nameOf } from './describe';

/** A file's name on one line: in its own direction, on the side of the line that the language begins at. */
export function nameLine(file: { name: string }): HTMLElement {
  return element('span', { class: 'name' }, element('bdi', {}, nameOf(file)));
}
