/** Two letters for a person or a tenant, on a colour that stays the same. */
export interface TileProps {
  /** Determines the colour. */
  id: string;
  name: string;
  size?: 'small' | 'usual';
  isSquare?: boolean;
}

const COLOURS = 8;

export function Tile({ id, name, size = 'usual', isSquare = false }: TileProps) {
  const classes = [
    'tile',
    `tile-${colourOf(id)}`,
    size === 'small' && 'small',
    isSquare && 'square',
  ];
  // The style sheet draws the letters, so that screen readers don't read them.
  return (
    <span
      class={classes.filter(Boolean).join(' ')}
      data-letters={initialsOf(name)}
      aria-hidden="true"
    />
  );
}

/** Initials of the first and the last word, or the first two letters of a single word. */
function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = '', ...others] = words;
  const last = others.at(-1);
  const letters = last
    ? firstCharacters(first, 1) + firstCharacters(last, 1)
    : firstCharacters(first, 2);
  return letters.toLocaleUpperCase() || '?';
}

function firstCharacters(word: string, count: number): string {
  return Array.from(word).slice(0, count).join('');
}

function colourOf(id: string): number {
  let hash = 2_166_136_261; // FNV-1a
  for (const character of id) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  }
  return (hash >>> 0) % COLOURS;
}
