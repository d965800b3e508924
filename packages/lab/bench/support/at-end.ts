const undos: (() => unknown)[] = [];
let isInterrupted = false;

/** To be undone when a measurement ends or is interrupted by Ctrl-C; the last one first. */
export function atEnd(undo: () => unknown): void {
  if (isInterrupted) void undo();
  else undos.push(undo);
}

export async function undoAll(): Promise<void> {
  for (let undo = undos.pop(); undo; undo = undos.pop()) {
    try {
      await undo();
    } catch (error) {
      console.error(error);
    }
  }
}

/** Runs a program that leaves nothing behind, also when it is interrupted. False: it failed. */
export async function runToEnd(main: () => Promise<boolean>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      isInterrupted = true; // what is made from here on is undone at once
      void undoAll().then(() => process.exit(130));
    });
  }
  try {
    process.exitCode = (await main()) ? 0 : 1;
  } finally {
    await undoAll();
  }
}
