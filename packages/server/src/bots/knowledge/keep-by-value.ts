import { createHash } from 'node:crypto';

/** Limits the settings, as JSON. A search that is built from a FAQ takes some 15 times the FAQ's memory. */
const MAX_KEPT_CHARS = 4 * 1024 * 1024;

interface Name {
  hash: string;
  chars: number;
}

/**
 * Builds what takes a while once for all settings that say the same. The least recently used are dropped, even while
 * their settings are in use.
 */
export function keepByValue<Settings extends object, Built>(
  build: (settings: Settings) => Built,
): (settings: Settings) => Built {
  const kept = new Map<string, { built: Built; chars: number }>();
  const names = new WeakMap<Settings, Name>();
  let keptChars = 0;

  const drop = (hash: string): void => {
    keptChars -= kept.get(hash)?.chars ?? 0;
    kept.delete(hash);
  };

  return (settings) => {
    const name = names.get(settings) ?? nameOf(settings);
    names.set(settings, name);
    const built = kept.get(name.hash)?.built ?? build(settings);
    drop(name.hash);
    kept.set(name.hash, { built, chars: name.chars });
    keptChars += name.chars;
    for (const hash of kept.keys()) {
      if (keptChars <= MAX_KEPT_CHARS || hash === name.hash) break;
      drop(hash);
    }
    return built;
  };
}

function nameOf(settings: object): Name {
  const text = JSON.stringify(settings);
  return { hash: createHash('sha256').update(text).digest('hex'), chars: text.length };
}
