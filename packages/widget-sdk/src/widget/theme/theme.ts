import { readableOn } from '../contrast';
import { addStyleSheet } from './style-sheets';
import { STYLES } from './styles';

export interface Theme {
  /** Sets the tenant's colour; null, and anything that is no colour, restores the default. */
  setAccent(color: string | null): void;
  /** Sets the place of a full-screen panel, without the on-screen keyboard. */
  setSheet(px: { top: number; height: number } | null): void;
}

const HEX_COLOR = /^#(?:[\da-f]{3}){1,2}$/i;

export function createTheme(root: ShadowRoot): Theme {
  addStyleSheet(root, STYLES);
  const tenant = addStyleSheet(root, '.root{}');
  const rule = tenant?.cssRules[0] as CSSStyleRule | undefined; // the one rule above

  function set(name: string, value: string | null) {
    if (value === null) rule?.style.removeProperty(name);
    else rule?.style.setProperty(name, value);
  }

  return {
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
