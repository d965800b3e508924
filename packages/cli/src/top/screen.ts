import type { Screen } from '../inbox/view/screen';
import { fit, truncate, widthOf } from '../terminal/columns';
import type { Paint } from '../terminal/paint';
import { FIGURES, type Figure } from './figures';
import type { Node } from './node';

const LABEL_WIDTH = 30;
const LEAST_COLUMN = 12;
const MOST_COLUMN = 24;

/** Makes a column of figures for each node, for as many nodes as fit. */
export function tableLines(nodes: readonly Node[], width: number, paint: Paint): string[] {
  const most = Math.max(1, Math.floor((width - LABEL_WIDTH) / LEAST_COLUMN));
  const shown = nodes.slice(0, most);
  const column = Math.min(MOST_COLUMN, Math.floor((width - LABEL_WIDTH) / shown.length));
  const row = (label: string, cells: readonly string[]): string =>
    fit(label, LABEL_WIDTH) + cells.map((cell) => rightAligned(cell, column)).join('');
  const line = (figure: Figure): string =>
    row(
      figure.label,
      shown.map((node) => valueOf(figure, node)),
    );
  const names = shown.map(({ name }) => lastColumns(name, column - 1));
  const failed = nodes.filter(({ failure }) => failure);
  return [
    paint('bold', row('', names)),
    ...failed.map((node) => paint('red', truncate(failureOf(node), width))),
    ...FIGURES.flatMap((group, index) => [...(index === 0 ? [] : ['']), ...group.map(line)]),
    ...(shown.length < nodes.length ? [`${nodes.length - shown.length} more do not fit.`] : []),
  ];
}

/** Draws the whole screen: as many lines as the terminal has, none too wide. */
export function drawTop(
  nodes: readonly Node[],
  options: { everyS: number; nowMs: number; width: number; height: number; paint: Paint },
): Screen {
  const { everyS, nowMs, width, height, paint } = options;
  const title = `relayctl top · every ${everyS} s · ${clock(nowMs)}`;
  const help = 'q quit';
  const gap = ' '.repeat(Math.max(1, width - widthOf(title) - help.length));
  const head = truncate(`${title}${gap}${help}`, width);
  // The table fits into 24 lines if the empty lines are left out.
  const all = tableLines(nodes, width, paint);
  const isTight = all.length + 1 > height;
  const body = all.filter((line) => !isTight || line !== '').slice(0, Math.max(0, height - 1));
  const lines = [head, ...body];
  return { lines: [...lines, ...Array<string>(height - lines.length).fill('')], cursor: null };
}

function valueOf(figure: Figure, { before, after, failure }: Node): string {
  if (failure || !after) return '–';
  const value = figure.read(before, after);
  return value === null ? '–' : figure.text(value);
}

function failureOf({ name, failure }: Node): string {
  return `${name} unreachable since ${clock(failure!.sinceMs)}: ${failure!.reason}`;
}

function rightAligned(text: string, width: number): string {
  const cut = truncate(text, width - 1);
  return ' '.repeat(width - widthOf(cut)) + cut;
}

/** Cuts a node's name at its beginning, because nodes often differ in their port alone. */
function lastColumns(name: string, width: number): string {
  return name.length <= width ? name : `…${name.slice(1 - width)}`;
}

function clock(ms: number): string {
  return new Date(ms).toTimeString().slice(0, 8);
}
