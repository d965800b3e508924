import { createSlices } from '../../platform/slices';

/** Vectors of one length in one array, so that a tenant's passages are one object to the garbage collector. */
export interface VectorList {
  dimensions: number;
  /** One id per passage: `<document>.<place>`. */
  ids: readonly string[];
  /** Signed bytes, one vector after the other. */
  bytes: Int8Array;
  lengths: Float32Array;
}

/** Vectors compared between two looks at the clock. */
const VECTORS_A_LOOK = 32;

/** Finds the ids whose vectors point most nearly in the same direction, the nearest first. Works in slices of 5 ms. */
export async function nearest(
  { dimensions, ids, bytes, lengths }: VectorList,
  asked: Int8Array,
  count: number,
): Promise<string[]> {
  const { pause } = createSlices();
  const cosines = new Float32Array(ids.length);
  for (let from = 0; from < ids.length; from += VECTORS_A_LOOK) {
    const end = Math.min(from + VECTORS_A_LOOK, ids.length);
    for (let place = from; place < end; place++) {
      cosines[place] = dot(asked, bytes, place * dimensions) / lengths[place]!;
    }
    await pause();
  }
  return best(cosines, count).map((place) => ids[place]!);
}

export function lengthOf(vector: Int8Array): number {
  return Math.sqrt(dot(vector, vector, 0));
}

function dot(one: Int8Array, other: Int8Array, start: number): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at]! * other[start + at]!;
  return sum;
}

/** The indexes of the largest positive values, the largest first. */
function best(values: Float32Array, count: number): number[] {
  const places: number[] = [];
  for (let place = 0; place < values.length; place++) {
    const value = values[place]!;
    if (value <= 0 || (places.length === count && value <= values[places[count - 1]!]!)) continue;
    const before = places.findIndex((other) => values[other]! < value);
    places.splice(before === -1 ? places.length : before, 0, place);
    if (places.length > count) places.pop();
  }
  return places;
}
