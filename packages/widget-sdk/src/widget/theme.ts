import { readableOn } from './contrast';
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
