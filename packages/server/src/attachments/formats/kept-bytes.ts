/** More parts than any program writes into a file; each takes about as long as reading 100 bytes. */
const MAX_PARTS = 50_000;

/** Collects the bytes of a file to store. Adjacent ones become one piece, so that a file can't be cut into millions. */
export class KeptBytes {
  readonly #file: Buffer;
  readonly #pieces: Buffer[] = [];
  #from = 0;
  #to = 0;
  #parts = 0;

  constructor(file: Buffer) {
    this.#file = file;
  }

  /** Counts a part of the file; call it for every part, kept or not. @returns false if there are too many */
  count(): boolean {
    return ++this.#parts <= MAX_PARTS;
  }

  keep(from: number, to: number): void {
    if (from !== this.#to) this.#finish(from);
    this.#to = to;
  }

  /** Adds bytes that are not in the file. */
  add(bytes: Buffer): void {
    this.#finish(0);
    this.#pieces.push(bytes);
  }

  get pieces(): readonly Buffer[] {
    this.#finish(0);
    return this.#pieces;
  }

  #finish(next: number): void {
    if (this.#to > this.#from) this.#pieces.push(this.#file.subarray(this.#from, this.#to));
    this.#from = next;
    this.#to = next;
  }
}
