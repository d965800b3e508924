export interface AddressCount {
  /** Takes a place and returns a function that releases it once; null if there is no place left. */
  enter(address: string): (() => void) | null;
}

export function createAddressCount(max: number): AddressCount {
  const open = new Map<string, number>();
  return {
    enter: (address) => {
      const count = open.get(address) ?? 0;
      if (count >= max) return null;
      open.set(address, count + 1);
      return () => {
        const left = (open.get(address) ?? 0) - 1;
        if (left > 0) open.set(address, left);
        else open.delete(address);
      };
    },
  };
}
