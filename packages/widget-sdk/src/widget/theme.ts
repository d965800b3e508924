import { STYLES } from './styles';

export interface Theme {
  readonly sheets: CSSStyleSheet[];
  /** Sets the tenant's colour; null, and what is none, goes back to the default. */
  setAccent(color: string | null): void;
  /** Where a sheet lies on a phone, with its keyboard taken off. */
  setSheet(px: { top: number; height: number } | null): void;
}

const HEX_COLOR = /^#(?:[\da-f]{3}){1,2}$/i;

/** Style sheets made by script: no content security policy needs to allow them. */
export function createTheme(): Theme {
  const base = new CSSStyleSheet();
  base.replaceSync(STYLES);
  const tenant = new CSSStyleSheet();
  tenant.replaceSync('.root{}');
  const { style } = tenant.cssRules[0] as CSSStyleRule; // the one rule above

  function set(name: string, value: string | null) {
    if (value === null) style.removeProperty(name);
    else style.setProperty(name, value);
  }

  return {
    sheets: [base, tenant],
    setAccent(wanted) {
      const color = wanted && HEX_COLOR.test(wanted) ? wanted : null;
      set('--tenant-accent', color);
      set('--tenant-on-accent', color && readableOn(color));
    },
    setSheet(px) {
      set('--sheet-top', px && `${px.top}px`);
      set('--sheet-height', px && `${px.height}px`);
    },
  };
}

/** Black or white, whichever reads better on the colour; the better one always passes 4.5 : 1. */
export function readableOn(color: string): '#000' | '#fff' {
  const hex = color.length < 6 ? color.replace(/[\da-f]/gi, '$&$&') : color;
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  // WCAG 2.2, contrast ratio: (1.05 / (L + .05)) against ((L + .05) / .05).
  return luminance > 0.179 ? '#000' : '#fff';
}
