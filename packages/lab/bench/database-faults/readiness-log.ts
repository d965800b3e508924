import { atEnd } from '../support/at-end';

const EVERY_MS = 250;
const WITHIN_MS = 3_000;

export interface ReadinessLog {
  /** The responses of `/readyz` in that time, such as `200, 503 from 2.1 s, 200 from 31.4 s`. */
  story(from: number, to: number): string;
}

/** Requests `/readyz` again and again, and records a timeout of 3 s as a response of its own. */
export function watchReadiness(url: string): ReadinessLog {
  const answers: { at: number; status: string }[] = [];
  const ask = async (): Promise<void> => {
    const at = Date.now();
    answers.push({ at, status: await statusOf(url) });
  };
  const timer = setInterval(() => void ask(), EVERY_MS);
  atEnd(() => clearInterval(timer));
  return {
    story: (from, to) => {
      let last = '';
      const changes: string[] = [];
      const sorted = answers.filter(({ at }) => at >= from && at <= to);
      for (const { at, status } of sorted.sort((a, b) => a.at - b.at)) {
        if (status === last) continue;
        changes.push(last === '' ? status : `${status} from ${((at - from) / 1000).toFixed(1)} s`);
        last = status;
      }
      return changes.join(', ');
    },
  };
}

async function statusOf(url: string): Promise<string> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(WITHIN_MS) });
    await answer.arrayBuffer();
    return `${answer.status}`;
  } catch {
    return 'none';
  }
}
