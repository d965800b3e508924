import type { Language } from '../../languages';
import { ar } from './ar';
import { de } from './de';
import { en } from './en';
import { es } from './es';
import { fr, type Strings } from './fr';
import { it } from './it';
import { nl } from './nl';
import { pt } from './pt';

/** The widget's texts in every language, for the relay. A page loads one language only. */
export const WIDGET_TEXTS: Readonly<Record<Language, Strings>> = { fr, en, de, es, it, pt, nl, ar };
