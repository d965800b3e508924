/**
 * Names of commands before 0.2.0, with the current ones. They work for one release, and the help does not list them.
 */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['sessions', 'session'],
  ['notes', 'note'],
  ['callbacks', 'callback'],
  ['operators', 'operator'],
  ['members', 'member'],
  ['invitations', 'invitation'],
  ['workspaces', 'workspace list'],
  ['tenants', 'tenant list'],
  ['suspend', 'tenant suspend'],
  ['reactivate', 'tenant reactivate'],
  ['admins', 'admin list'],
  ['promote', 'admin promote'],
  ['demote', 'admin demote'],
  ['visitor block', 'block add'],
  ['visitor unblock', 'block remove'],
  ['visitor blocks', 'block list'],
]);

/** The global options that take a value. They may come before a command. */
const WITH_VALUE = ['--url', '--profile'];

/** A command line with current names, and the notice to print if it had an old one. */
export interface CurrentLine {
  args: string[];
  notice: string | null;
}

/** Replaces a command's old name with its current one. */
export function withCurrentName(args: readonly string[]): CurrentLine {
  const places = commandPlaces(args);
  for (const count of [2, 1]) {
    const old = places.slice(0, count);
    const was = old.map((place) => args[place]).join(' ');
    const now = RENAMED.get(was);
    if (now === undefined) continue;
    const [first = 0] = old;
    const after = args.slice(first).filter((_, index) => !old.includes(first + index));
    const notice = `relayctl ${was} is now relayctl ${now}; the next release drops the old name.`;
    return { args: [...args.slice(0, first), ...now.split(' '), ...after], notice };
  }
  return { args: [...args], notice: null };
}

/** Finds the positions of the first two words that are neither options nor values of options. */
function commandPlaces(args: readonly string[]): number[] {
  const places: number[] = [];
  for (let place = 0; place < args.length && places.length < 2; place++) {
    const word = args[place] ?? '';
    if (WITH_VALUE.includes(word)) place += 1;
    else if (word === 'help' && places.length === 0) continue;
    else if (!word.startsWith('-')) places.push(place);
  }
  return places;
}
