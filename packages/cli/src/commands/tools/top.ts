import { EXIT, ExitError } from '../../errors';
import { openTerminal } from '../../inbox/terminal';
import { RelayUnreachableError } from '../../relay/api';
import { resolveTarget, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { paintFor } from '../../terminal/paint';
import { FIGURES } from '../../top/figures';
import { createNode, type Node } from '../../top/node';
import { drawTop, tableLines } from '../../top/screen';
import { pause } from '@chat-relay/desk/relay/pause';

export interface TopOptions extends GlobalOptions {
  metrics?: string[];
  every: number;
}

/** In ms. The time between the two samples of a snapshot, which rates need. */
const SNAPSHOT_MS = 1_000;
const USUAL_WIDTH = 80;

/**
 * Shows the rates, delays and queues of a relay's nodes: live on a terminal, otherwise and with `--json` once.
 * @throws {ExitError} 5 if no node can be read, except on a terminal
 */
export async function top(options: TopOptions): Promise<void> {
  const urls = options.metrics?.map(metricsUrl) ?? [`${resolveTarget(options).url}/metrics`];
  const nodes = urls.map(createNode);
  const isOnTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
  if (options.json || !isOnTerminal) return printOnce(nodes, options);
  await watch(nodes, options.every);
}

function metricsUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href;
  throw new ExitError(
    EXIT.usage,
    '--metrics must be an address like http://10.0.0.7:8080/metrics.',
  );
}

async function printOnce(nodes: readonly Node[], { json }: TopOptions): Promise<void> {
  await pollAll(nodes);
  const [first] = nodes;
  if (first?.failure && nodes.every(({ failure }) => failure)) {
    const hint = "Check --url, or give the node's own address with --metrics.";
    throw new RelayUnreachableError(`${first.url}: ${first.failure.reason}. ${hint}`);
  }
  await pause(SNAPSHOT_MS);
  await pollAll(nodes);
  printResult(json, { nodes: nodes.map(viewOf) }, () =>
    tableLines(nodes, Math.max(USUAL_WIDTH, 30 + 24 * nodes.length), (_look, text) => text).join(
      '\n',
    ),
  );
}

/** Collects rates and levels by their key; null if there is no value. */
function viewOf({ url, before, after, failure }: Node): object {
  const figures = FIGURES.flat().map(({ key, read }) => [
    key,
    failure || !after ? null : read(before, after),
  ]);
  return { url, failure: failure?.reason ?? null, ...Object.fromEntries(figures) };
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function watch(nodes: readonly Node[], everyS: number): Promise<void> {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  const terminal = openTerminal({
    onKey: ({ name }) => {
      if (name === 'q' || name === 'ctrl-c') end();
      if (name === 'ctrl-l') terminal.invalidate();
      draw();
    },
    onResize: () => {
      terminal.invalidate();
      draw();
    },
    onEnd: end,
  });
  const draw = (): void => {
    const paint = paintFor(process.stdout);
    terminal.draw(drawTop(nodes, { everyS, nowMs: Date.now(), paint, ...terminal.size() }));
  };
  for (const signal of SIGNALS) process.on(signal, end);
  const untilEnded = new Promise<void>((resolve) =>
    ended.signal.addEventListener('abort', () => resolve()),
  );
  try {
    while (!ended.signal.aborted) {
      const next = pause(everyS * 1000, ended.signal);
      await Promise.race([pollAll(nodes), untilEnded]);
      draw();
      await Promise.race([next, untilEnded]);
    }
  } finally {
    terminal.close();
    for (const signal of SIGNALS) process.off(signal, end);
  }
}

async function pollAll(nodes: readonly Node[]): Promise<void> {
  await Promise.all(nodes.map(({ poll }) => poll()));
}
