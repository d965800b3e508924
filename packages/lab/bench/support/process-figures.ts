import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The kernel's tick, in which it counts a process's time: 100 a second on every Linux that Node runs on. */
const TICKS_PER_S = 100;

/** The memory that a process has in use, 0 when it is gone. Linux alone tells it this way. */
export function residentBytes(pid: number): number {
  const path = `/proc/${pid}/status`;
  const status = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

/** Processor time in s of all threads of a process. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name before may hold blanks; after its bracket the fields are numbered from 3.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S;
}

/** Thread id → processor time in s. The main thread's id is that of the process. */
export function threadSeconds(pid: number): Map<number, number> {
  const folder = `/proc/${pid}/task`;
  return new Map(
    readdirSync(folder).map((id) => {
      const [ns] = readFileSync(`${folder}/${id}/schedstat`, 'utf8').split(' ');
      return [Number(id), Number(ns) / 1e9];
    }),
  );
}

/** Bytes that the process has passed to the kernel to write, whether or not they have reached a disk. */
export function writtenBytes(pid: number): number {
  return Number(/^wchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1] ?? 0);
}
