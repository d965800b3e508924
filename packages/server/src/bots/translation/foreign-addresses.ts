import { readAddresses } from '../model/facts/addresses';

/** Whether a translation has a link, host or e-mail address that its original has not. */
export function hasForeignAddress(translation: string, original: string): boolean {
  const known = new Set(addressesIn(original).flat());
  return addressesIn(translation).some((forms) => !forms.some((form) => known.has(form)));
}

/** The addresses in a text, each with all its forms. */
function addressesIn(text: string): string[][] {
  const found: string[][] = [];
  readAddresses(text, {
    language: '',
    countries: [],
    claim: (...forms) => void found.push(forms),
    state: () => {},
  });
  return found;
}
